import { sleep } from "../../common/time.js";
import { personHash, rateLimits, type RateLimiter } from "../../ports/rate-limiter.js";

const { each: blockSize } = rateLimits.personRequests;
/** People whose requests one instance remembers. */
const mostPeople = 10_000;
/** A page's requests reach several instances at once, and Firestore may let their counts wait for each other for long. */
const mostWaitMs = 500;

/** Counts a request of a person. @throws AppError `rate-limited` when their budget is used up */
export type CountRequest = (uid: string) => Promise<void>;

/**
 * People have a budget of requests over all instances. An instance takes requests from it in blocks, since a write for each
 * request would cost more than most requests, and a person's parallel requests would wait for each other. A request that
 * would wait for its block for longer than half a second goes on without being counted.
 */
export function countRequests(rateLimiter: RateLimiter): CountRequest {
  const left = new Map<string, number>();
  const taking = new Map<string, Promise<void>>();
  const takeBlock = async (uid: string) => {
    try {
      await rateLimiter.use(personHash(uid), "personRequests");
      if (left.size >= mostPeople) left.delete(left.keys().next().value!);
      left.set(uid, (left.get(uid) ?? 0) + blockSize);
    } finally {
      taking.delete(uid);
    }
  };
  return async (uid) => {
    for (;;) {
      const requests = left.get(uid) ?? 0;
      if (requests > 0) return void left.set(uid, requests - 1);
      const started = taking.get(uid) ?? takeBlock(uid);
      taking.set(uid, started);
      const isCounted = started.then(() => true);
      if (!(await Promise.race([isCounted, sleep(mostWaitMs).then(() => false)]))) return;
    }
  };
}
