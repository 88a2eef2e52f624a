import { type Firestore, Timestamp } from "firebase-admin/firestore";
import { z } from "zod";
import {
  countUse,
  noUses,
  rateLimits,
  returnUse,
  type RateLimiter,
  type RateLimitName,
  type Uses,
} from "../../ports/rate-limiter.js";
import type { Clock } from "../../common/clock.js";
import { paths } from "./paths.js";

const stored = z.object({ windowStartMs: z.number(), uses: z.number().int() });

/** Counts uses in Firestore, so that a limit applies across all instances. */
export function firestoreRateLimiter(db: Firestore, clock: Clock): RateLimiter {
  const parse = (data: FirebaseFirestore.DocumentData | undefined) => (data ? stored.parse(data) : noUses);
  return {
    use: (owner, limit) =>
      db.runTransaction(async (tx) => {
        const ref = db.doc(paths.rateLimit(owner, limit));
        tx.set(
          ref,
          document(limit, countUse(limit, parse((await tx.get(ref)).data()), clock.now().getTime())),
        );
      }),
    giveBack: (owner, limit) =>
      db.runTransaction(async (tx) => {
        const ref = db.doc(paths.rateLimit(owner, limit));
        tx.set(ref, document(limit, returnUse(parse((await tx.get(ref)).data()))));
      }),
  };
}

/** A TTL policy on `expiresAt` deletes counts that are no longer needed. */
const document = (limit: RateLimitName, uses: Uses) => ({
  ...uses,
  expiresAt: Timestamp.fromMillis(uses.windowStartMs + rateLimits[limit].windowMs),
});
