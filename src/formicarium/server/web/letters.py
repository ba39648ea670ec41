"""Letters: what the e-mails of a site say, in the language of who has asked for them."""

from __future__ import annotations

from formicarium.server.people.links import Letter
from formicarium.server.web.language import Catalogue


def letters(_: Catalogue, site: str) -> Letter:
    """How letters are written in a language."""

    def write(kind: str, name: str, link: str) -> tuple[str, str]:
        once = _("The link works once, and only for a short while.")
        ignore = _("If it was not you who asked for this, you need not do anything.")
        greeting = _("Hello {name},").format(name=name)
        if kind == "sign-in":
            subject = _("Sign in to Formicarium")
            lines = [_("with this link you sign in:"), link, once, ignore]
        elif kind == "sign-up":
            subject = _("Become a member of Formicarium")
            lines = [_("open this link in the browser in which you play, and you are a member:"), link, once, ignore]
        elif kind == "email":
            subject = _("Confirm your address")
            lines = [_("with this link the address becomes the one by which you sign in:"), link, once, ignore]
        else:
            subject = _("Your address was changed")
            lines = [
                _("from now on another address belongs to your account, and you can no longer sign in with this one."),
                _("If it was not you who did this, sign in with a passkey at once, and sign out everywhere:"),
                f"{site}/account",
            ]
        return subject, "\n\n".join([greeting, *lines]) + "\n"

    return write
