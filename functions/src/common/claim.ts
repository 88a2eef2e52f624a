import { addMs, toInstant } from "./time.js";

/*
 * A claim is the instant until which one worker has something to itself, stored with it; null while nobody does. A claim
 * that has run out belongs to a worker that died.
 */

export const isClaimed = (until: string | null | undefined, now: Date): boolean =>
  typeof until === "string" && until > toInstant(now);

export const claimUntil = (now: Date, ms: number): string => toInstant(addMs(now, ms));
