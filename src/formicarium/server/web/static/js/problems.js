// @ts-check
/** Why something was refused, in the reader's language. */

import { _ } from "./messages.js";
import { pageData } from "./page.js";

/** @typedef {import("./api.js").Problem} Problem */

/**
 * The sentence of a problem. The server's own is in English and says more: which line, which action.
 * @param {Problem} problem
 */
export function sentenceOf(problem) {
  if (pageData().language === "en") return problem.message;
  const line = /^line (\d+)/.exec(problem.message)?.[1];
  const sentence = sentences()[problem.code] ?? sentences()[problem.code.split("/")[0]] ?? problem.message;
  return line ? [_("Line {line}", { line }), sentence].join(": ") : sentence;
}

/** @returns {Record<string, string>} by code, or by its first part */
function sentences() {
  return {
    "record/syntax": _("This is neither a tag, an action nor a comment."),
    "record/header": _("A tag at the top of the record is missing or wrong."),
    "record/move": _("This action cannot be played there."),
    "record/rules": _("The record was written for another version of the rules."),
    "unknown/game": _("The record is of a game that is not known here."),
    action: _("That cannot be done now."),
    option: _("These options do not go together."),
    "limit/size": _("That is too long."),
    limit: _("That is too much at once. Try again in a while."),
    "seat/taken": _("Somebody else has sat down there."),
    "seat/invite": _("This seat needs an invitation."),
    "seat/none": _("Only those who play can do that."),
    "seat/refused": _("You cannot sit down here. Take a seat at another table."),
    "chat/off": _("Chat is off."),
    "chat/never": _("Chat is off."),
    "chat/silenced": _("A moderator lets you say nothing for now."),
    "civil/suspended": _("A moderator lets you play with people whom you invite yourself only, for now."),
    manners: _("That cannot be done now."),
    report: _("So many reports wait for the moderators already. Come again later."),
    moderation: _("That cannot be done now."),
    "table/over": _("The match is over."),
    "table/paused": _("The match is paused."),
    "ask/busy": _("Something else is being asked: answer that first."),
    "ask/nothing": _("Nobody asks for anything now."),
    undo: _("There is nothing to take back."),
    plan: _("That cannot be planned: look at where the table stands, and at each line."),
    "holiday/past": _("That day is over."),
    "holiday/long": _("That is more holiday than a year has."),
    seek: _("You do not look for a match."),
    number: _("Somebody was faster: look again."),
    "name/taken": _("Somebody is called so, or looks so: choose another name."),
    "name/empty": _("A name needs letters or digits."),
    "email/unfit": _("That is no e-mail address."),
    "account/last": _("This is your only way to sign in: make another one first."),
    account: _("Sign in first."),
    "passkey/challenge": _("That took too long: begin again."),
    "passkey/cloned": _("There is a copy of this passkey: remove it, and make a new one."),
    "passkey/there": _("There is a passkey on this device already."),
    "passkey/address": _("Passkeys need an address with https and a name."),
    "passkey/none": _("No passkey was chosen."),
    passkey: _("This passkey is not known here."),
    "link/elsewhere": _("Open this link in the browser in which you asked for it."),
    link: _("This link is too old, or was used: ask for another one."),
    "tournament/begun": _("The tournament has begun already."),
    "tournament/over": _("The tournament is over."),
    "tournament/few": _("Too few take part: bots may, too."),
    "tournament/full": _("There is no room for more."),
    "tournament/many": _("There is no room for more."),
    "tournament/name": _("Say by which name you are known here."),
    tournament: _("That cannot be done now."),
    "club/code": _("This invitation is not valid any more: ask for a new one."),
    "club/removed": _("A moderator has removed you from this club."),
    "club/full": _("There is no room for more."),
    "club/many": _("There is no room for more."),
    "club/name": _("Say by which name you are known here."),
    club: _("That cannot be done now."),
    storage: _("The site has trouble with what it keeps. Try again in a while."),
  };
}
