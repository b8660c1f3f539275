"""Numbers as people write them, and what each stands for: money, a share, a count, a label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from thinkingbox_plugin.mentions.dates import spans_of_dates, times_in_plain
from thinkingbox_plugin.mentions.references import spans_of_addresses

Role = Literal["money", "plain", "percent", "quantity", "label"]


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number found in a text.

    ``role`` is "money" with a currency beside it, "percent", "quantity" before a thing that is counted
    ("64 days"), "label" where it names something ("order 64", "#64", "2.", a year), and else "plain".
    ``digits`` are the digits as written.
    """

    value: Decimal
    negative: bool
    role: Role
    digits: str
    end: int

    @property
    def is_amount(self) -> bool:
        """Whether it can be meant as money."""
        return self.role in ("money", "plain")


_CODES = (
    "usd|eur|gbp|chf|jpy|cny|rmb|inr|aud|cad|nzd|sgd|hkd|sek|nok|dkk|isk|pln|czk|huf|ron|bgn|try"
    "|ils|aed|sar|zar|brl"
    "|mxn|krw|thb|idr|myr|php|vnd"
)
_WORDS = (
    r"(?:us|u\.s\.|canadian|australian)\s(?:dollars?)|dollars?|bucks|euros?|pounds?(?:\ssterling)?|sterling"
    r"|(?:swiss\s)?francs?|yen|yuan|rupees?|rand|pesos?|kronor|kroner"
)
_SYMBOLS = "$€£¥₹₽₩₪₺₫₴"
MONEY_MARK = rf"(?:(?:us|ca|au|nz|hk|sg|c|a)?[{_SYMBOLS}]|(?:{_CODES}))"
"""A currency's symbol or code, as a pattern without groups."""
_MONEY_BEFORE = re.compile(
    rf"(?:(?<![^\W_])(?:us|ca|au|nz|hk|sg|c|a|r)?[{_SYMBOLS}]|(?<![^\W_])(?:{_CODES})\$?:?"
    rf"|(?<![^\W_])(?:rs|kr)\.?)"
    r"\s?(?P<sign>[-+]?)\Z",
    re.IGNORECASE,
)
_MONEY_AFTER = re.compile(
    rf"\s?[{_SYMBOLS}](?!\s?[0-9])|[{_SYMBOLS}]|[\s-]?(?:us\$|zł)|[\s-]?\(?(?:{_CODES}|{_WORDS})(?![^\W_])",
    re.IGNORECASE,
)
_CENTS_AFTER = re.compile(r"\s?(?:¢|cents?\b|pence\b|p\b(?!\.?\s?m\b))", re.IGNORECASE)
_PERCENT_AFTER = re.compile(r"\s?[%‰]|[\s-]?(?:per\s?cent|pct|percentage)\b", re.IGNORECASE)
_SCALE_AFTER = re.compile(r"\s?(?P<word>thousand|million|billion)\b|(?P<letter>k|m|bn)\b", re.IGNORECASE)
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "k": 3, "m": 6, "bn": 9}

# A bare integer is an amount only where the next word could not be the thing that it counts.
_GOES_ON = re.compile(
    r"\s*(?:\Z|[.,;:!?)\]}|\"'=+\-/<]|(?:to|too|for|on|onto|as|will|would|shall|can|may|is|was"
    r"|are|were|be|been|has"
    r"|have|had|and|or|but|back|in|into|from|of|off|by|at|via|which|that|this|so|if|because|since"
    r"|due|once|when"
    r"|after|before|within|not|per|each|instead|less|more|only|again|now|then|today|you|your|we|i"
    r"|it|the|a|an|also"
    r"|with|without|under|over|than|plus|minus|through|credit|credited|refund|refunded"
    r"|reimbursement|charge|charged"
    r"|total|payment|paid|compensation|please|altogether|overall)(?![^\W_])(?!-))",
    re.IGNORECASE,
)
_UNIT_AFTER = re.compile(
    r"[\s-]?(?:(?:business|working|calendar)\s)?(?:days?|hours?|hrs?|weeks?|months?|years?|yrs?"
    r"|minutes?|mins?|seconds?"
    r"|secs?|nights?|points?|pts|miles?|km|kms|kg|kgs|lbs?|g|grams?|cm|mm|inch(?:es)?|ft|feet"
    r"|metres?|meters?|gb|tb|mb"
    r"|kwh?|watts?|litres?|liters?|items?|units?|pieces?|pcs|guests?|rooms?|people|persons?"
    r"|adults?|times|x)(?![^\W_])",
    re.IGNORECASE,
)
_LABEL = (
    r"(?:no|nos|nr|num|number|order|orders|item|items|room|rooms|ticket|case|claim|step|section"
    r"|page|pages|option"
    r"|options|code|id|ids|line|lines|version|flight|gate|seat|floor|suite|unit|apartment|apt"
    r"|extension|ext|pin|policy"
    r"|reference|ref|chapter|article|row|age|aged|ending|ends|digits|part|phase|level|tier"
    r"|version|box|bus|route"
    r"|question|point|rule|clause|figure|table|day|week|year|invoice|booking|reservation|account"
    r"|employee|badge|zip"
    r"|postcode|phone|call|dial|model|sku|series|size|channel|grade|platform|track)"
)
_LABEL_BEFORE = re.compile(
    rf"(?:#\s?|(?<![^\W_]){_LABEL}(?:\s(?:is|was|number|no|id|in|with))?\.?:?\s?[#\"(]?)\Z", re.IGNORECASE
)
_CAPITALS_BEFORE = re.compile(r"(?<![^\W_])(?P<word>[A-Z]{2,6})\s\Z")
_MONEY_CAPITALS = frozenset(
    {"TOTAL", "REFUND", "AMOUNT", "PAY", "DUE", "OF", "FOR", "IS", "FEE", "ONLY", "CREDIT", "TO"}
)
_ENUMERATOR_BEFORE = re.compile(r"(?:\A|\n)[ \t>#-]{0,8}\(?\Z")
_ENUMERATOR_AFTER = re.compile(r"[.)]\s+\S")

_NUMERAL = re.compile(r"(?<![0-9])(?:[0-9]++(?:[.,'][0-9]++)*+|(?<![\w)])\.[0-9]{1,2}(?![0-9]))")
_PLAIN_INTEGER = re.compile(r"[0-9]{1,15}")
_POINT = re.compile(r"([0-9]{0,15})\.([0-9]{1,2})|(0)\.([0-9]{1,15})")
_COMMA = re.compile(r"([0-9]{1,15}),([0-9]{1,2})")
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:([,.'])[0-9]{3}(?:\1[0-9]{3}){0,4})(?:(?!\1)[.,][0-9]{1,2})?")
_DIGIT = re.compile(r"[0-9]")
_WINDOW = 40


@lru_cache(maxsize=64)
def numerals(text: str) -> tuple[Numeral, ...]:
    """The numbers of a plain text outside dates, times, e-mail and web addresses, and references."""
    return tuple(_numerals(_masked(text))) if _DIGIT.search(text) else ()


def _masked(text: str) -> str:
    spans = sorted(
        [*spans_of_addresses(text), *spans_of_dates(text), *((t.start, t.end) for t in times_in_plain(text))]
    )
    pieces, at = [], 0
    for start, end in spans:
        if end > at:
            start = max(start, at)
            pieces += [text[at:start], "\x00" * (end - start)]
            at = end
    return "".join([*pieces, text[at:]])


def _numerals(text: str) -> Iterator[Numeral]:
    last: Numeral | None = None
    for start, end, written in _joined(text):
        numeral = _judge(text, start, end, written)
        if numeral is None:
            continue
        if last is not None and _is_cents_of(text, last, numeral, start):
            last = Numeral(last.value + numeral.value, last.negative, "money", last.digits, numeral.end)
            continue
        if last is not None:
            yield last
        last = numeral
    if last is not None:
        yield last


def _is_cents_of(text: str, whole: Numeral, part: Numeral, start: int) -> bool:
    """Whether ``part`` is the second half of "64 dollars and 50 cents"."""
    if whole.role != "money" or part.role != "money" or part.value >= 1 or whole.value % 1:
        return False
    between = text[whole.end : start]
    return (
        len(between) < _WINDOW
        and re.fullmatch(rf"\s?(?:{_WORDS})?,?\s?(?:and|&)?\s?", between, re.IGNORECASE) is not None
        and between.strip() != ""
    )


def _joined(text: str) -> Iterator[tuple[int, int, str]]:
    """Each numeral's place and digits, with "1 234.50" and "$1 234" put together."""
    matches = list(_NUMERAL.finditer(text))
    n = 0
    while n < len(matches):
        first, last = matches[n], n
        while last + 1 < len(matches) and _continues(text, matches[last], matches[last + 1]):
            last += 1
        if last > n:
            start, end = first.start(), matches[last].end()
            written = text[start:end].replace(" ", "'")
            if _GROUPED.fullmatch(written) and ("." in written or "," in written or _money(text, start, end)):
                yield start, end, written
                n = last + 1
                continue
            # Several bare groups of digits in a row are a telephone or card number: no number at all.
            for match in matches[n : last + 1]:
                if "." in match[0] or "," in match[0] or _money(text, *match.span()):
                    yield *match.span(), match[0]
        else:
            yield *first.span(), first[0]
        n = last + 1


def _continues(text: str, one: re.Match[str], two: re.Match[str]) -> bool:
    return two.start() - one.end() == 1 and text[one.end()] == " " and "." not in one[0] and "," not in one[0]


def _money(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - _WINDOW) : start], text[end : end + _WINDOW]
    return bool(_MONEY_BEFORE.search(before) or _MONEY_AFTER.match(after))


def _judge(text: str, start: int, end: int, written: str) -> Numeral | None:
    before, after = text[max(0, start - _WINDOW) : start], text[end : end + _WINDOW]
    money_before, money_after = _MONEY_BEFORE.search(before), _MONEY_AFTER.match(after)
    cents = _CENTS_AFTER.match(after)
    scale = _SCALE_AFTER.match(after)
    if scale and not money_before and scale["letter"]:
        scale = None
    money = bool(money_before or money_after or cents)
    if not (money_before or _free_before(before)) or not (
        money_after or cents or scale or _free_after(after, bool(money_before))
    ):
        return None
    value = _value(written, money)
    if value is None:
        return None
    if scale:
        value *= 10 ** _SCALES[(scale["word"] or scale["letter"]).lower()]
    elif cents and not money_before:
        value /= 100
    return Numeral(
        value,
        _negative(before, money_before),
        _role(text, start, written, money, before, after),
        written,
        end,
    )


def _free_before(before: str) -> bool:
    """Whether a number may start after ``before``: not inside a longer number, a word or an id."""
    last, last_but_one = before[-1:], before[-2:-1]
    if last.isalnum() or last in ("_", "@"):
        return False
    joins = last in ("-", "/", ".", ":", ",", "'", "+")
    return not (joins and last_but_one.isalnum() and not (last in ":," and last_but_one.isalpha()))


def _free_after(after: str, money: bool) -> bool:
    first, second = after[:1], after[1:2]
    if _PERCENT_AFTER.match(after) or _UNIT_AFTER.match(after):
        return True
    if first.isalnum() or first == "_":
        # A footnote's mark may follow an amount; "64²" is another number.
        return money and first.isdigit() and not first.isdecimal()
    if first in ("-", "/", ":", ".", ",", "'") and second.isalnum():
        return second.isalpha() and (money or first in ".,")
    return True


def _value(written: str, money: bool) -> Decimal | None:
    """The number that ``written`` can only mean, or None."""
    if _PLAIN_INTEGER.fullmatch(written):
        return None if money and written[0] == "0" and len(written) > 1 else Decimal(written)
    if _POINT.fullmatch(written):
        return Decimal(written) if money or written[0] != "." else None
    if money and _COMMA.fullmatch(written):
        return Decimal(written.replace(",", "."))
    grouped = _GROUPED.fullmatch(written)
    if not grouped:
        return None
    separator = grouped[1]
    bare = written.replace(separator, "")
    # 1.234 may be a thousand and something or one and something: it is taken for neither.
    if separator == "." and written.count(".") == 1 and "," not in written:
        return None
    return Decimal(bare.replace(",", "."))


def _negative(before: str, money: re.Match[str] | None) -> bool:
    if money:
        if money["sign"] == "-":
            return True
        before = before[: money.start()]
    return bool(
        re.search(r"(?:(?<![^\W_])-|\b(?:minus|negative)\s|(?<![^\s])\(-?)\Z", before, re.IGNORECASE)
    ) and not before.endswith("(")


def _role(text: str, start: int, written: str, money: bool, before: str, after: str) -> Role:
    if _PERCENT_AFTER.match(after):
        return "percent"
    if money:
        return "money"
    if _UNIT_AFTER.match(after):
        return "quantity"
    if not written.isdigit():
        return "plain"
    if _is_label(text, start, written, before, after):
        return "label"
    if after[:1] == '"' and before[-1:] != '"':
        return "quantity"  # inches
    return "plain" if _GOES_ON.match(after) else "quantity"


def _is_label(text: str, start: int, written: str, before: str, after: str) -> bool:
    if len(written) > 1 and written[0] == "0":
        return True
    if len(written) == 4 and written[:2] in ("19", "20"):
        return True
    if _LABEL_BEFORE.search(before):
        return True
    capitals = _CAPITALS_BEFORE.search(before)
    if capitals and capitals["word"] not in _MONEY_CAPITALS:
        return True
    line_start = _ENUMERATOR_BEFORE.search(text[max(0, start - 12) : start])
    return bool(line_start and _ENUMERATOR_AFTER.match(after))
