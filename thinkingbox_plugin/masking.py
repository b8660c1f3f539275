"""How people are looked up, and how little of them a search shows before anybody is verified."""

from __future__ import annotations

import unicodedata

_HIDDEN = "•••"


def masked_name(name: str) -> str:
    """The initials of the first and the last word of a name.

    >>> masked_name("Maria Santos Pereira")
    'M. P•••'
    """
    first, *rest = name.split()
    return " ".join([f"{first[0]}.", *(word[0] + _HIDDEN for word in rest[-1:])])


def masked_email(email: str) -> str:
    """The first three characters of an e-mail address and its host.

    >>> masked_email("maria.santos@example.com")
    'mar•••@example.com'
    """
    local, _, host = email.partition("@")
    return f"{local[:3]}{_HIDDEN}@{host}"


def plain(text: str) -> str:
    """Lower case without accents and outer blanks, so that "Joaquin" finds "Joaquín"."""
    letters = unicodedata.normalize("NFKD", text.casefold().strip())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def digits(text: str) -> str:
    """The digits of a telephone number, whatever stands between them."""
    return "".join(letter for letter in text if letter.isdigit())
