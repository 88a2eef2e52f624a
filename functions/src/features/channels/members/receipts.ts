/** A member's receipt of a delivery: it was sent, their address isn't verified, or the id of the digest that tells them. */
export const sentReceipt = "sent";
export const unverifiedReceipt = "unverified";
