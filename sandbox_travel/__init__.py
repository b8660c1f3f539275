"""StayBridge: travel and hospitality.

Stays in partner hotels, sold to guests, groups and companies; the agent works at the support desk.
"""
