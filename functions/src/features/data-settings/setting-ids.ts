import { createHash } from "node:crypto";

/** Ids of events and properties are hashes of their names: names may be of any length and hold any character. */
export const eventId = (event: string): string => `e_${digest(event)}`;
export const eventPropertyId = (event: string, property: string): string => `p_${digest(event, property)}`;
export const userPropertyId = (property: string): string => `u_${digest(property)}`;

/** Lengths keep ("a", "bc") and ("ab", "c") apart. */
const digest = (...names: string[]): string =>
  createHash("sha256")
    .update(names.map((name) => `${name.length}:${name}`).join(""))
    .digest("base64url")
    .slice(0, 22);
