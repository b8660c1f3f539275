"""What an agent asks for, in the words in which models ask."""

from __future__ import annotations

import itertools

import pytest

from thinkingbox_plugin.users import asks_for


def split(names: str) -> list[str]:
    """Fact names written one after another with semicolons."""
    return [name.strip() for name in names.split(";")]


RETAIL = split(
    "name; email; order number; phone; delivery address; serial number; photos; reason for return; "
    "condition of the box; preferred resolution; preferred delivery date"
)
TRAVEL = split(
    "name; email; booking reference; check-in date; check-out date; number of guests; passport number; "
    "loyalty number; new dates; room type; payment card; reason for cancellation"
)
INSURANCE = split(
    "full name; date of birth; policy number; license plate; incident date; location of the accident; "
    "other driver's name; other driver's insurer; description of damage; police report number; injuries; "
    "phone; claim number; estimate"
)
BANK = split(
    "employee number; name; department; manager's name; device serial number; error message; operating "
    "system; office location; cost centre; start date; access level"
)
CONSULTING = split(
    "name; employee ID; work email; personal email; project code; laptop model; last working day; leave "
    "dates; new manager; home address; new home address; bank account number; new job title"
)


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        (
            "Hi! I understand how frustrating that is. Could I please get your name and order number so that "
            "I can look into this?",
            ["name", "order number"],
        ),
        (
            "I can help with that. First, I need to verify your account. Please provide the email address "
            "associated with your account along with the order number.",
            ["email", "order number"],
        ),
        (
            "Before we proceed, could you let me know:\n• Your order number\n• The reason you'd like to "
            "return the item\n• Whether the box has been opened",
            ["order number", "reason for return", "condition of the box"],
        ),
        ("Could you tell me why you'd like to return the product?", ["reason for return"]),
        ("What is the reason for your return?", ["reason for return"]),
        ("Could you describe the condition of the packaging/box?", ["condition of the box"]),
        ("Could you please upload a few pictures showing the damage?", ["photos"]),
        ("Do you have any photos of the damage you can share?", ["photos"]),
        ("Please send me photo evidence.", ["photos"]),
        (
            "To process the warranty claim I'll need the serial number, which you can find on the sticker on "
            "the back of the device.",
            ["serial number"],
        ),
        ("Can you find the S/N on the back?", ["serial number"]),
        ("What would be a good day for redelivery?", ["preferred delivery date"]),
        ("Which date do you prefer for the delivery?", ["preferred delivery date"]),
        ("How would you like us to resolve this?", ["preferred resolution"]),
        ("What resolution would you prefer?", ["preferred resolution"]),
        ("Where should we send the replacement?", ["delivery address"]),
        ("What address should it be shipped to?", ["delivery address"]),
        ("Could you confirm the shipping address for the replacement?", ["delivery address"]),
        (
            "Please confirm your full name, the email on file, and the phone number we can reach you at.",
            ["name", "email", "phone"],
        ),
        ("Who am I speaking with?", ["name"]),
        ("May I know who I'm speaking with?", ["name"]),
        ("Can I start with your name?", ["name"]),
        ("Let's start with your order number.", ["order number"]),
        ("Let me start by getting your order number.", ["order number"]),
        ("I wasn't able to find that order. Could you double-check the order number?", ["order number"]),
        ("I couldn't find an account under that email. Do you have another email you might have used?", []),
        ("Thanks, Dana! I've located your order. The serial number on record is TX-551.", []),
        ("I've sent a confirmation to your email address. Please check your inbox.", []),
        ("Please check your email for the return label.", []),
        ("Please pack the item in its box, attach the label and send it to the address on the label.", []),
        ("You can reply to the email with your order number if you need anything.", []),
        ("Please keep your order number handy for future reference.", []),
        ("Your refund will be sent to your email as store credit.", []),
        ("I'll update your phone number as requested.", []),
        ("Please allow 3-5 business days. The refund goes to the original payment method.", []),
        ("I need the order number to continue.", ["order number"]),
        ("I just need your order number and I'll take it from there!", ["order number"]),
        ("Sure thing - what's the order # and the name on the order?", ["name", "order number"]),
        ("Please reply with your order ID.", ["order number"]),
        ("In order to assist you, your order number is required.", ["order number"]),
        (
            "Kindly share the following details:\n\n- Order No.\n- Registered email ID\n- Contact number",
            ["email", "order number", "phone"],
        ),
        ("**Information needed:**\n- Order number\n- Serial number", ["order number", "serial number"]),
        ("To proceed, I require:\n\nOrder number:\nEmail:\nPhone:", ["email", "order number", "phone"]),
        (
            "I need (1) your order number, (2) your email address, and (3) a photo of the damage.",
            ["email", "order number", "photos"],
        ),
        ("I need: 1) your order number 2) your email address 3) a photo.", ["email", "order number", "photos"]),
        ("Could you provide either the order number or the email address on the order?", ["email", "order number"]),
        ("And how did the item arrive damaged? Please describe the box's condition.", ["condition of the box"]),
        ("Was the box damaged when it arrived?", ["condition of the box"]),
        ("What's your name, and what's your order number?", ["name", "order number"]),
        (
            "Hello, thanks for reaching out. In order to locate your order, may I please have the following: "
            "your first and last name, email address, and order number?",
            ["name", "email", "order number"],
        ),
        ("Would you be able to share your order number?", ["order number"]),
        ("Do you happen to have the order number?", ["order number"]),
        ("Is there an order number you can give me?", ["order number"]),
        ("Could I trouble you for your phone number?", ["phone"]),
        ("I'd appreciate it if you could send over your order number.", ["order number"]),
        ("It would be great if you could also tell me your phone number.", ["phone"]),
        ("Please let me know your order number at your earliest convenience.", ["order number"]),
        ("Can you walk me through what happened?", []),
        ("I'm sorry, what was the order number again?", ["order number"]),
        ("Sorry to hear that. Order number?", ["order number"]),
        ("order number pls", ["order number"]),
        ("Once I have your order number and email, I can look up the order for you.", ["email", "order number"]),
        ("Without your order number, I can't proceed.", ["order number"]),
        ("I'm unable to locate the order without the order number.", ["order number"]),
    ],
)
def test_a_shops_questions_are_understood(message: str, asked: list[str]) -> None:
    assert asks_for(message, RETAIL) == asked


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("Could you provide your booking reference or confirmation number?", ["booking reference"]),
        ("What are your check-in and check-out dates?", ["check-in date", "check-out date"]),
        ("When are you planning to check in?", ["check-in date"]),
        ("When do you check out?", ["check-out date"]),
        ("What are your travel dates?", ["check-in date", "check-out date"]),
        ("How many guests will be staying?", ["number of guests"]),
        ("How many people are in your party?", ["number of guests"]),
        ("What new dates would you like?", ["new dates"]),
        ("What dates would you like to change to?", ["new dates"]),
        ("Which room type would you prefer?", ["room type"]),
        ("What type of room did you book?", ["room type"]),
        ("Which card would you like to use for the payment?", ["payment card"]),
        ("Could you share the reason you need to cancel?", ["reason for cancellation"]),
        ("Why do you need to cancel?", ["reason for cancellation"]),
        ("May I have the name the reservation is under and the reservation number?", ["name", "booking reference"]),
        ("May I have the name on the booking?", ["name"]),
        ("Under what name is the booking?", ["name"]),
        ("Do you have a loyalty membership number?", ["loyalty number"]),
        ("Are you a member of our loyalty programme? If so, please share your member number.", ["loyalty number"]),
        ("Your check-in date is 22 September, and check-out is 25 September.", []),
        ("The booking reference is in your confirmation email.", []),
        ("I see your booking. Would you like to change your check-in date to 25 September for a fee of $40.00?", []),
    ],
)
def test_a_hotels_questions_are_understood(message: str, asked: list[str]) -> None:
    assert asks_for(message, TRAVEL) == asked


CRASH = split(
    "full name; date of birth; policy number; incident date; incident location; other driver's name; "
    "other driver's plate; police reference; garage; estimate; injuries; description of damage; driver"
)
LOCKOUT = split(
    "name; employee number; device; error code; system; access role needed; manager; ticket number; token "
    "serial; preferred callback time; last successful login; business justification"
)
STAY = split(
    "name; booking reference; new check-in date; number of nights; second guest; room preference; flight "
    "number; arrival time; allergies; reason"
)


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("I'm sorry to hear about the accident. Is anyone injured?", ["injuries"]),
        ("Were there any injuries?", ["injuries"]),
        ("When did the accident happen?", ["incident date"]),
        ("Where did it happen?", ["location of the accident"]),
        ("When and where did the accident occur?", ["incident date", "location of the accident"]),
        (
            "Could you tell me the date, time and location of the incident?",
            ["incident date", "location of the accident"],
        ),
        ("What is the other driver's name and insurance company?", ["other driver's name", "other driver's insurer"]),
        ("Could you describe the damage to your vehicle?", ["description of damage"]),
        ("Was a police report filed? If so, what's the report number?", ["police report number"]),
        ("What's your vehicle's license plate number?", ["license plate"]),
        ("Please provide your policy number and DOB.", ["date of birth", "policy number"]),
        ("Can you confirm your date of birth and the last name on the policy?", ["full name", "date of birth"]),
        (
            "Please provide your full name, date of birth, and policy number so I can verify your identity.",
            ["full name", "date of birth", "policy number"],
        ),
        ("Do you have a repair estimate?", ["estimate"]),
        ("How much is the repair estimate?", ["estimate"]),
        ("Do you have a claim number already?", ["claim number"]),
        ("Who was driving?", []),
        ("Was the other driver insured?", []),
    ],
)
def test_an_insurers_questions_are_understood(message: str, asked: list[str]) -> None:
    assert asks_for(message, INSURANCE) == asked


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("What is your employee number?", ["employee number"]),
        ("Please give me your staff ID and department.", ["employee number", "department"]),
        ("What error are you seeing?", ["error message"]),
        ("What does the error message say?", ["error message"]),
        ("Which operating system are you running?", ["operating system"]),
        ("Who is your line manager?", ["manager's name"]),
        ("What's the name of your manager?", ["manager's name"]),
        ("Which office are you based in?", ["office location"]),
        ("Where are you located?", ["office location"]),
        ("What level of access do you need?", ["access level"]),
        ("When do you start?", ["start date"]),
        (
            "Please provide the serial number of your device and the cost center to charge.",
            ["device serial number", "cost centre"],
        ),
    ],
)
def test_a_help_desks_questions_are_understood(message: str, asked: list[str]) -> None:
    assert asks_for(message, BANK) == asked


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("May I have your name and employee ID?", ["name", "employee ID"]),
        ("Which email should I use, your work email or your personal email?", ["work email", "personal email"]),
        ("What is your personal email address?", ["personal email"]),
        ("What is your current home address?", ["home address"]),
        ("What is your new home address?", ["new home address"]),
        ("What is your new address?", ["new home address"]),
        ("What dates would you like to take off?", ["leave dates"]),
        ("When is your last day?", ["last working day"]),
        ("What model is your laptop?", ["laptop model"]),
        ("Which project code should this be charged to?", ["project code"]),
        ("Who will be your new manager?", ["new manager"]),
        ("What will your new title be?", ["new job title"]),
        ("Please provide your bank account number and sort code.", ["bank account number"]),
    ],
)
def test_a_personnel_offices_questions_are_understood(message: str, asked: list[str]) -> None:
    assert asks_for(message, CONSULTING) == asked


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        (
            "To open the claim, I'll need:\n\n**About you**\n- Full name\n- Date of birth\n- Policy number\n\n"
            "**About the incident**\n- Date and location\n- Other driver's name and plate number\n"
            "- Police reference (if any)\n\n**About the damage**\n- A brief description\n- Repair estimate, if you "
            "have one",
            [name for name in CRASH if name not in ("garage", "injuries", "driver")],
        ),
        ("Was anyone hurt?", ["injuries"]),
        ("Let me know if anyone was injured.", ["injuries"]),
        ("Were the police involved? If yes, please provide the police reference number.", ["police reference"]),
        ("Who was driving the car at the time?", ["driver"]),
        ("What's the name of the driver?", ["driver"]),
        ("Where did the collision take place?", ["incident location"]),
        ("What parts of the car were damaged?", ["description of damage"]),
        ("Have you got a repair quote?", ["estimate"]),
        ("Which garage gave you the estimate?", ["garage"]),
        ("Do you have the other driver's details?", ["other driver's name", "other driver's plate"]),
        ("Do you know the registration of the other car?", ["other driver's plate"]),
        ("What is your car's registration?", []),
        ("What's the other driver's phone number?", []),
        ("And the policy number is...?", ["policy number"]),
        ("Mind sharing your policy number?", ["policy number"]),
        ("Any chance you have the policy number?", ["policy number"]),
        ("Got the policy number?", ["policy number"]),
        ("Policy number & DOB?", ["date of birth", "policy number"]),
        ("May I get your full name, DOB and policy no. please?", ["full name", "date of birth", "policy number"]),
        ("I already have your name and date of birth, so I only need your policy number.", ["policy number"]),
        (
            "Could you provide your policy number so that I can retrieve it and confirm your date of birth?",
            ["policy number"],
        ),
        ("I'll need to check your policy number in our system.", []),
        ("I would need to open a claim for you.", []),
        ("When the assessor calls, give them your policy number.", []),
        ("The assessor will ask for your policy number and date of birth.", []),
        ("You will need to provide your policy number to the garage.", []),
        ("No policy number is needed for this.", []),
        ("We never ask for your date of birth by email.", []),
        ("To avoid delays, have your policy number ready.", []),
        ("Your claim number is CLM-1007. Please quote it in any correspondence.", []),
    ],
)
def test_the_questions_after_a_crash_are_told_apart(message: str, asked: list[str]) -> None:
    assert asks_for(message, CRASH) == asked


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        (
            "Before resetting anything I have to verify you: employee number and the name of your manager, please.",
            ["employee number", "manager"],
        ),
        ("Which application are you trying to access?", ["system"]),
        ("Is there an error code on the screen?", ["error code"]),
        (
            "What kind of access do you need, and what's the business justification?",
            ["access role needed", "business justification"],
        ),
        ("Why do you need this access?", ["business justification"]),
        ("When did you last log in successfully?", ["last successful login"]),
        ("Do you already have a ticket for this?", ["ticket number"]),
        ("When can we call you back?", ["preferred callback time"]),
        ("What time suits you for a call?", ["preferred callback time"]),
        ("Who approves your access requests?", []),
        ("Has your manager approved this?", []),
        ("I've sent a temporary password to your manager.", []),
        ("Let me know once you've tried logging in.", []),
        (
            "Never share your password or token code with anyone, including IT. I only need your employee number.",
            ["employee number"],
        ),
    ],
)
def test_the_questions_to_somebody_locked_out_are_told_apart(message: str, asked: list[str]) -> None:
    assert asks_for(message, LOCKOUT) == asked


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("Which date would you like to check in instead?", ["new check-in date"]),
        ("What's your new arrival date?", ["new check-in date"]),
        ("Roughly what time do you expect to arrive at the hotel?", ["arrival time"]),
        ("When will you be arriving?", ["arrival time"]),
        ("How many nights will you be staying?", ["number of nights"]),
        ("Can you give me the name of the second guest?", ["second guest"]),
        ("Who else is staying in the room?", []),
        ("Do you have any dietary requirements or allergies?", ["allergies"]),
        ("May I ask why you're changing the date?", ["reason"]),
        ("Could I have your booking reference or, failing that, your email?", ["booking reference"]),
        ("Would you like a room on a high floor?", []),
        ("What currency would you like to be charged in?", []),
    ],
)
def test_the_questions_about_a_stay_are_told_apart(message: str, asked: list[str]) -> None:
    assert asks_for(message, STAY) == asked


SHOP = split(
    "condition of the laptop; condition of the headphones; name; order number of the tablet; date of "
    "purchase; order number of the monitor; delivery address; billing address; gift message; colour; "
    "size; quantity; promo code; preferred delivery slot; gate code; neighbour's name; preferred refund "
    "method; store"
)
GIFT = split("name of the uncle; name; order number after a second look; last four digits of the phone number")
OFFICE = split(
    "last four digits of the card; card ending; transaction date; transaction amount; merchant; asset "
    "tag; one-time code; VPN username; floor; desk number; cost center; urgency; software version"
)
ROAD = split(
    "vehicle registration; vehicle identification number; mileage; driver's licence number; repair shop; "
    "driver's date of birth; date of birth; witness name; witness phone; phone; excess amount; hospital"
)
LEAVING = split(
    "laptop return date; forwarding address; last day; manager's name; new team; visa number; phone; "
    "emergency contact's name; emergency contact's phone; bank; IBAN; tax ID; pronouns"
)
ALL = [RETAIL, TRAVEL, INSURANCE, BANK, CONSULTING, CRASH, LOCKOUT, STAY, SHOP, GIFT, OFFICE, ROAD, LEAVING]


@pytest.mark.parametrize(
    "wording",
    [
        "Could you please provide your {}?",
        "What is your {}?",
        "May I have the {}, please?",
        "I need your {} to continue.",
        "Please share:\n- {}",
        "{}?",
        "Can you tell me the {}?",
        "Please confirm your {}.",
        "And your {}?",
        "To help you, please reply with the {}.",
        "Please send me your {} and I'll check.",
        "I'd also need:\n\n1. **{}**\n\nThanks!",
        "Thank you. I have everything else. Would you mind telling me your {}?",
        "Before I can go on, I will need your {}; it helps me find the right record.",
    ],
)
def test_a_fact_asked_for_by_its_name_is_told_and_no_other(wording: str) -> None:
    wrong = {
        name: asked for facts in ALL for name in facts if (asked := asks_for(wording.format(name), facts)) != [name]
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "wording",
    [
        "Thank you for the {}.",
        "I have found your {} in our system.",
        "Your {} has been updated.",
        "I don't need your {}.",
        "I'll check your {} now.",
        "The {} on your account looks fine to me.",
        "You'll find the {} in the confirmation.",
        "We have sent the {} to our specialists.",
    ],
)
def test_a_fact_that_is_only_talked_about_is_not_told(wording: str) -> None:
    told = {name for facts in ALL for name in facts if asks_for(wording.format(name), facts)}
    assert told == set()


def test_two_facts_asked_for_by_name_are_told_together() -> None:
    wrong = [
        (one, other)
        for facts in ALL
        for one, other in itertools.pairwise(facts)
        if asks_for(f"Could you give me your {one} and your {other}?", facts) != [one, other]
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "message",
    [
        "Kindly advise your order number.",
        "Feel free to share your order number.",
        "It'd help if you shared your order number.",
        "Would it be possible to get your order number?",
        "Is it possible for you to share the order number?",
        "I was wondering if you could tell me your order number.",
        "I need you to confirm your order number first.",
        "We require the order number for every return.",
        "A valid order number is required.",
        "Could you please provide your order number to the best of your knowledge?",
        "Do tell me your order number.",
        "Tell me, what's your order number?",
        "So, your order number is?",
        "OK, and the order number?",
        "The last thing I need is your order number.",
        "What I need now is your order number.",
        "Only your order number is missing.",
        "I still don't have your order number.",
        "I don't see an order number in your message.",
        "You haven't told me your order number yet.",
        "You forgot to include your order number.",
        "I'm missing your order number.",
        "It looks like the order number is missing.",
        "Unfortunately I can't find anything without an order number.",
        "Thanks. Next: order number.",
        "Step 1: your order number.",
        "Q1: What is your order number?",
        "(1) What's your order number?",
    ],
)
def test_roundabout_requests_are_heard(message: str) -> None:
    assert asks_for(message, ["name", "order number", "email"]) == ["order number"]


@pytest.mark.parametrize(
    "message",
    [
        "If you need to update your order number, please let us know.",
        "Please have your order number ready when you call.",
        "Please include your order number in the parcel.",
        "Enter your email on the reset page to receive the link.",
        "Go to Settings > Security and enter your order number.",
        "Call us at 555-0100 and quote your order number.",
        "I've asked the warehouse to confirm your order number.",
        "Please show your order number to the driver.",
        "Please give the driver your name.",
        "Please write your order number on the box.",
        "You'll need your order number and email to log in.",
        "You will be asked to provide your name.",
        "Customers must provide their order number.",
        "Please make sure your email is correct in your profile.",
        "I'm going to confirm your order number with the warehouse.",
    ],
)
def test_what_is_to_be_told_elsewhere_is_not_told_here(message: str) -> None:
    assert asks_for(message, ["name", "order number", "email"]) == []


INSTALLATION = split("email; preferred new date; order date")
COOKER = split("email; whether anyone has moved or altered the cooker since; preferred date")
OPENED = split("name; order number; condition of the blender")


@pytest.mark.parametrize(
    "message",
    [
        "Which date and half day would you like?",
        "Which date and time would you prefer?",
        "Which half day would suit you?",
        "Which slot would you like?",
        "Which of these half days suits you best?",
        "Which of the free dates should I book?",
        "Please let me know which slot you prefer.",
        "What day and time would be convenient for you?",
        "What's your preferred time?",
        "What time of day suits you?",
        "What slot should I book?",
        "When would suit you?",
        "When can you be at home?",
        "When are you at home?",
        "When should the fitter come instead?",
        "Do you have a particular day in mind?",
    ],
)
def test_a_preferred_date_answers_for_slots_and_half_days(message: str) -> None:
    assert asks_for(message, INSTALLATION) == ["preferred new date"]


@pytest.mark.parametrize(
    "message",
    ["What time did you place it?", "When will the refund be paid?", "What time is it?", "When did the fitter come?"],
)
def test_a_time_that_nobody_chooses_is_not_the_preferred_date(message: str) -> None:
    assert "preferred new date" not in asks_for(message, INSTALLATION)


def test_two_things_after_which_are_two_requests() -> None:
    assert asks_for("Which size and colour would you like?", ["size", "colour", "name"]) == ["size", "colour"]


@pytest.mark.parametrize(
    "message",
    [
        "Please read me the serial number.",
        "Please read me the serial number on the back.",
        "Please read out the serial number.",
        "Please read us its serial number.",
        "Could you please read the serial number off the sticker to me?",
        "Which machine is it? Please read me the serial number.",
    ],
)
def test_to_read_a_number_to_the_agent_is_to_tell_it(message: str) -> None:
    assert asks_for(message, ["name", "serial number"]) == ["serial number"]


@pytest.mark.parametrize(
    "message",
    [
        "Is the blender still sealed?",
        "Has it been opened?",
        "Is it opened or sealed?",
        "Is the blender unused?",
        "Which of the two items has been opened?",
    ],
)
def test_whether_a_thing_is_opened_is_its_condition(message: str) -> None:
    assert asks_for(message, OPENED) == ["condition of the blender"]


@pytest.mark.parametrize(
    "message",
    [
        "Is the washer still sealed or has it been opened, and is the dryer sealed or opened?",
        "Is the washer sealed or opened, is the dryer sealed, and is anything faulty?",
        "Could you tell me whether the washer and the dryer are sealed or opened?",
        "Please let me know if the washer and the dryer have been opened.",
        "Are the washer and the dryer sealed or opened?",
    ],
)
def test_two_things_may_be_asked_about_in_one_sentence(message: str) -> None:
    facts = ["name", "condition of the washer", "order number", "condition of the dryer"]
    assert asks_for(message, facts) == ["condition of the washer", "condition of the dryer"]


@pytest.mark.parametrize(
    "message",
    [
        "Did anyone touch it since our installer left?",
        "Has anybody adjusted the feet of it?",
        "Did you or someone else move it after the installation?",
        "Please tell me if anybody other than our installer has altered it.",
        "Can you confirm that nobody has moved or altered the cooker since our fitter was there?",
    ],
)
def test_whether_somebody_altered_a_thing_is_heard_in_other_words(message: str) -> None:
    assert asks_for(message, COOKER) == ["whether anyone has moved or altered the cooker since"]


@pytest.mark.parametrize(
    "message",
    ["Who placed the order?", "What's the name on the order?", "Whose name is the order under?"],
)
def test_the_name_of_an_order_is_that_of_the_person_whose_order_number_is_a_fact(message: str) -> None:
    facts = split("name; email; name of the husband; husband's order number")
    assert asks_for(message, facts) == ["name of the husband"]
    assert asks_for("May I have your name and the order number?", facts) == ["name", "husband's order number"]


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("Is there another email address you might have used?", "another e-mail that it might be"),
        ("Did you perhaps use another e-mail address?", "another e-mail that it might be"),
        ("Could the account be under a different e-mail?", "another e-mail that it might be"),
        ("Do you have a different e-mail?", "another e-mail that it might be"),
        ("What is the e-mail on your account?", "e-mail"),
        ("What's your office address?", "street of the office"),
        ("Which of your saved addresses is the office?", "street of the office"),
        ("Where should we send it?", "new address"),
        ("Friday is full. Which other date would you like?", "second choice if Friday is full"),
        ("Do you have an alternative date?", "second choice if Friday is full"),
        ("Friday is not free. When else would suit you?", "second choice if Friday is full"),
        ("What town is it in?", "city of the office"),
    ],
)
def test_another_value_is_asked_for_by_its_difference(message: str, asked: str) -> None:
    facts = split(
        "e-mail; another e-mail that it might be; street of the office; new address; city of the office; "
        "second choice if Friday is full"
    )
    assert asks_for(message, facts) == [asked]


def test_who_gave_a_thing_is_the_giver_and_who_placed_the_order_the_user() -> None:
    facts = split("name; name of the uncle; order number after a second look")
    assert asks_for("Who gave you the speaker?", facts) == ["name of the uncle"]
    assert asks_for("Who bought the speaker?", facts) == ["name of the uncle"]
    assert asks_for("Who placed the order?", facts) == ["name"]
    assert asks_for("Please take a second look at the slip.", facts) == ["order number after a second look"]
