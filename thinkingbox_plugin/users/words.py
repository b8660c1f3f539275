"""The words that name a thing, brought to one form: synonyms, plurals and endings do not count."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from thinkingbox_plugin.mentions.text import plain

_NUMBER = r"(?:number|num|id|identifier|reference number|reference code|reference|ref)s?"
_REWRITES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?<![^\W_])(?:{pattern})(?![^\W_])"), replacement)
    for pattern, replacement in (
        (r"e ?mails?(?: (?:address(?:es)?|id))?", "email"),
        (r"date of birth|birth ?dates?|birthdays?|d ?o ?b", "birthdate"),
        (r"post ?codes?|postal codes?|zip ?codes?|zip", "postcode"),
        (
            r"(?:(?:contact|daytime|callback|call back) )?(?:(?:mobile|cell|cellular) )?"
            r"(?:phone|telephone|mobile|cellphone|cell)(?: (?:number|no|num))?"
            r"|(?:contact|callback|call back|best|mobile|cell) number(?: to (?:reach|call) you)?"
            r"|number to (?:reach|call) you(?: on| at)?",
            "phone",
        ),
        (r"(?:first and last|first and family|given and family|full|complete|good) names?", "name"),
        (r"first name and (?:last|family) name|first name and surname|name and surname", "name"),
        (r"surnames?|family names?", "last name"),
        (r"given names?|forenames?", "first name"),
        (r"photo id|picture id", "identity card"),
        (
            r"pnr|record locator|(?:confirmation|booking|reservation) (?:number|code|id|reference|no)|itinerary number",
            "booking number",
        ),
        (r"reservations?", "booking"),
        (r"s n|sn", "serial number"),
        (r"(order|policy|serial|claim|booking|employee|account|invoice|ticket|badge|case) no", r"\1 number"),
        (_NUMBER, "number"),
        (r"proofs? of (?:purchase|payment)|receipts?|invoices?(?! number)", "receipt"),
        (r"photographs?|photos?|pictures?|images?|pics?|snapshots?", "photo"),
        (r"(?:method|form|mode|type|means) of (payment|refund|contact|delivery)", r"\1 method"),
        (r"(payment|refund|contact|delivery) (?:method|type|option|form|mode)", r"\1 method"),
        (r"staff|personnel|worker", "employee"),
        (r"shipping|shipment", "delivery"),
        (r"wrong|issues?|problems?|faults?|defects?|malfunctions?|symptoms?|troubles?", "problem"),
        (r"accidents?|collisions?|crash(?:es)?|incidents?", "incident"),
        (r"buy|bought|buying", "purchase"),
        (r"cars?|automobiles?|autos?", "vehicle"),
        (r"colou?rs?", "color"),
        (r"mornings? or (?:(?:in )?the )?(?:afternoons?|evenings?)", "slot"),
        (
            r"(?:half ?days?|(?:parts?|time) of (?:the )?days?|time)(?: slots?| windows?)|slots?"
            r"|half ?days?|(?:parts?|time) of (?:the )?days?",
            "slot",
        ),
        (r"(?<!an )(?<!one )(?<!1 )(?<!half )(?<!per )hour(?! (?:ago|later?|before|after))", "time"),
        (r"days?", "date"),
        (r"in mind", "preferred"),
        (r"(?:full|complete|whole|entire) address", "address"),
        (r"room ?mates?", "flatmate"),
        (r"check ?ins?|checking in", "checkin"),
        (r"check ?outs?|checking out", "checkout"),
        (
            r"(?:would |do )?(?:work|suit)s?(?: you)? best(?: for you)?|would (?:work|suit)(?: for)?(?: you)?"
            r"|(?:works|suits) (?:for )?you|(?:is|are|be) convenient|convenient|best for you"
            r"|you (?:d|would) (?:like|prefer)"
            r"|(?:would|do) you (?:like|prefer)|are you available",
            "preferred",
        ),
        (r"(?:good|best|convenient|suitable|ideal|better) (date|time|slot)", r"preferred \1"),
        (r"(?:re)?deliver(?:y|ed|s|ing|ies)?", "delivery"),
        (r"arriv(?:al|e|es|ed|ing) (?:date|on)|date of arrival", "checkin date"),
        (r"departure date|date of departure", "checkout date"),
        (r"arriv(?:al|e|es|ed|ing)", "arrival"),
        (r"log(?:ged|ging)? ?(?:in|on)|sign(?:ed|ing)? in", "login"),
        (r"call(?:ing)? (?:you )?back|callback", "callback"),
        (r"justifications?|rationale|motives?", "reason"),
        (r"(?:kind|sort)s? of", " "),
        (
            r"(?:a )?second (?:look|glance|thought|check|try|reading)|double check(?:ed|ing)?"
            r"|(?:check|look)(?:ed|ing)? (?:it )?again|re ?check(?:ed|ing)?|(?:another|closer) look|look closer",
            "recheck",
        ),
        (
            r"(?:person|one|whoever|somebody|someone) (?:who|that) (?:bought|purchased?|ordered|placed|gave|paid)"
            r"(?: for)?(?: (?:it|this|that|the order|the gift|the item|you it))?|(?:gift )?(?:giver|buyer"
            r"|purchaser|donor)",
            "giver",
        ),
        (r"injur(?:y|ed|ies|e)|hurt|wounded", "injury"),
        (r"quoted?|quotes|quotations?", "estimate"),
        (r"(?:other|third) (?:party|car|vehicle|driver|person|motorist)", "other driver"),
        (r"unopened|(?:factory )?sealed|unsealed", "opened"),
        (r"unused", "used"),
        (r"different", "another"),
        (r"towns?", "city"),
        (
            r"adjust(?:ed|ing)?|modif(?:y|ied|ying)|tamper(?:ed|ing)?|touched|touch(?= (?:it|this|that|the|them|any))",
            "altered",
        ),
        (r"moved|moving", "move"),
        (r"money back", "refund"),
        (r"replac(?:e|ed|ing)|(?:a )?(?:new|fresh) one", "replacement"),
        (r"resolv(?:e|ed|ing)", "resolution"),
        (r"(?:change|switch|move|update|rebook)(?: \w+){0,2} to", "new"),
        (r"insurance (?:company|provider|carrier)|insurers?", "insurer"),
        (r"(?:registration |licen[sc]e |number |reg )?plates?(?: number)?|registration(?: number)?", "license plate"),
        (r"centres?|centers?", "center"),
        (r"drive|drove|driving|driven", "driver"),
        *(
            (word, str(n))
            for n, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
        ),
    )
)
_STOP_WORDS = """
    a an the of for in on at to from by with as is are was were be been am do does did has have had and or your
    you my mine i me we us our it its this that these those there here please kindly will would can could shall
    should may might must so if any some just also too then than m re ll d ve s what when where who why how
    whether
"""
_STOP = frozenset(_STOP_WORDS.split())
_WORD = re.compile(r"[^\W_]+")


def normal(text: str) -> str:
    """Lower case, one space between words, no accents and no punctuation; "'s" is dropped."""
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", plain(text)).casefold())
    bare = "".join(c for c in folded if not unicodedata.combining(c))
    bare = re.sub(r"#(?![^\W_])", " number ", bare)
    return " ".join(_WORD.findall(re.sub(r"(?<=\w)'s(?![^\W_])|(?<=s)'(?![^\W_])", " ", bare)))


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[str, ...]:
    """The words of ``text`` that carry meaning, in order, synonyms and endings made one."""
    words = normal(text)
    for pattern, replacement in _REWRITES:
        words = pattern.sub(replacement, words)
    return tuple(_stem(word) for word in words.split() if word not in _STOP)


_SHORTEST_STEM = {"ation": 3, "ating": 3, "ated": 3, "ate": 3, "ing": 4, "ed": 4, "e": 4}


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if len(word) > 7 and word.endswith("ly"):
        word = word[:-2]
    for ending in _SHORTEST_STEM:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM[ending]:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def stems(words: str) -> frozenset[str]:
    """The tokens of a list of words, for tables of words to compare with."""
    return frozenset(tokens(words))


def any_of(words: str) -> str:
    """A pattern for any of a list of words, "_" standing for a space inside one."""
    return f"(?:{'|'.join(re.escape(word.replace('_', ' ')) for word in words.split())})"


def has_all(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether every token of ``part`` is among those of ``whole``."""
    return set(part) <= set(whole)
