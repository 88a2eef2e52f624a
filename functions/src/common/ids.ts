import { randomBytes } from "node:crypto";

/** Generates document ids; tests pass one that counts. */
export interface Ids {
  /** 20 URL-safe characters, 120 random bits. */
  next(): string;
}

/** A leading letter keeps ids clear of Firestore's reserved `__…__` and readable in URLs. */
export const randomIds: Ids = {
  next: () => `p${randomBytes(15).toString("base64url").slice(0, 19)}`,
};
