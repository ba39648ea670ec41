// @ts-check
/** Invitations: for each open seat a link with its QR code, to be shared or copied; and by which name one invites. */

import { button, copy, make, seatMark } from "../dom.js";
import { _ } from "../messages.js";
import { colourOf } from "./seats.js";

/** @typedef {import("../types.js").Invite} Invite */
/** @typedef {import("../types.js").SeatFacts} SeatFacts */
/** @typedef {import("../types.js").TableFacts} TableFacts */

export class Invitations {
  /**
   * @param {HTMLElement} box
   * @param {(seat: number, name: string) => void} call be called by a name
   */
  constructor(box, call) {
    this.box = box;
    this.call = call;
    this.links = ""; // those that are shown: what stays the same is not touched
  }

  /** @param {TableFacts} [table] */
  show(table) {
    const invites = table?.invites ?? [];
    this.box.hidden = !invites.length;
    const links = invites.map((invite) => invite.link).join();
    if (links === this.links || !table) return;
    this.links = links;
    const own = table.seats.find((seat) => seat.mine && seat.kind === "human");
    this.box.replaceChildren(
      make("h2", {}, _("Invite your friends")),
      make("p", { class: "caption" }, _("Whoever opens the link first takes the seat.")),
      ...(own && !("member" in this.box.dataset && own.name) ? [this.name(own)] : []), // a member is called so everywhere
      ...invites.map((invite) => row(invite, table)),
    );
  }

  /** @param {SeatFacts} seat */
  name(seat) {
    const field = make("input", { value: seat.name, autocomplete: "nickname", maxlength: this.box.dataset.length ?? null });
    const keep = make("button", {}, _("Keep"));
    const form = make("form", { class: "called" }, make("label", { class: "stacked" }, _("Your name, as the invitation has it"), field), keep);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim()) this.call(seat.seat, field.value.trim());
    });
    return form;
  }
}

/**
 * @param {Invite} invite
 * @param {TableFacts} table
 */
function row(invite, table) {
  const seat = table.seats[invite.seat];
  const url = new URL(invite.link, location.href).href;
  const field = make("input", { readonly: true, value: url, "aria-label": _("Link to the seat {name}", { name: colourOf(seat.seat) }) });
  field.addEventListener("focus", () => field.select());
  const copier = button(_("Copy"), () => void copy(field, copier, { done: _("Copied"), selected: _("Selected") }));
  const code = make("img", { class: "code", src: `/api/tables/${table.id}/seats/${invite.seat}/qr`, width: 132, height: 132, alt: _("QR code of the link") });
  const buttons = make("div", { class: "row" }, copier);
  if ("share" in navigator) {
    buttons.prepend(button(_("Share"), () => void navigator.share({ title: table.title, url }).catch(() => {}), "primary"));
  }
  const who = make("p", { class: "row" }, seatMark(seat.mark, seat.tone), colourOf(seat.seat));
  return make("div", { class: "invite" }, code, make("div", {}, who, make("div", { class: "row" }, field), buttons));
}
