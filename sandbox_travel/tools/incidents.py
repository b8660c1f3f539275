"""Incidents: what hotels have recorded of things that went wrong in a stay."""

from __future__ import annotations

from sandbox_travel.tables import Booking, Incident
from sandbox_travel.tools._common import BookingId
from thinkingbox_plugin.authoring import World, reads


@reads
def list_incidents(world: World, booking_id: BookingId) -> list[Incident]:
    """List the hotel's entries of what went wrong in a stay: kind and room, the first and the last night affected
    (both included), the day on which the guest reported it to the hotel (null: not during the stay), the hotel's
    finding, what it made good on the spot, and the board that was missing.

    What the hotel was asked afterwards stands in list_hotel_requests.
    """
    world.get(Booking, booking_id)
    return world.select(Incident, booking_id=booking_id)
