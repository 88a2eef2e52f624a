import { createHash } from "node:crypto";

/** Ids of events and properties are hashes, because names may have any length and contain any character. */
export const eventId = (event: string): string => `e_${digest(event)}`;
export const eventPropertyId = (event: string, property: string): string => `p_${digest(event, property)}`;
export const userPropertyId = (property: string): string => `u_${digest(property)}`;

/** Includes the lengths, so that ("a", "bc") and ("ab", "c") differ. */
const digest = (...names: string[]): string =>
  createHash("sha256")
    .update(names.map((name) => `${name.length}:${name}`).join(""))
    .digest("base64url")
    .slice(0, 22);
