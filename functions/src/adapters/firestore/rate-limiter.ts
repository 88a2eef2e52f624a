import type { Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import { countUse, noUses, returnUse } from "../../features/rate-limits/count-use.js";
import type { RateLimiter } from "../../features/rate-limits/rate-limits.js";
import type { Clock } from "../../shared/clock.js";
import { paths } from "./paths.js";

const stored = z.object({ windowStartMs: z.number(), uses: z.number().int() });

/** Counts in the tenant's own documents, so that a limit holds over all instances. */
export function firestoreRateLimiter(db: Firestore, clock: Clock): RateLimiter {
  const parse = (data: FirebaseFirestore.DocumentData | undefined) => (data ? stored.parse(data) : noUses);
  return {
    use: (uid, limit) =>
      db.runTransaction(async (tx) => {
        const ref = db.doc(paths.rateLimit(uid, limit));
        tx.set(ref, countUse(limit, parse((await tx.get(ref)).data()), clock.now().getTime()));
      }),
    giveBack: (uid, limit) =>
      db.runTransaction(async (tx) => {
        const ref = db.doc(paths.rateLimit(uid, limit));
        tx.set(ref, returnUse(parse((await tx.get(ref)).data())));
      }),
  };
}
