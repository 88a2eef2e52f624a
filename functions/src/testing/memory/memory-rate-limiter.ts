import {
  countUse,
  noUses,
  returnUse,
  type RateLimiter,
  type RateLimitOwner,
  type Uses,
} from "../../ports/rate-limiter.js";
import type { Clock } from "../../common/clock.js";
import type { MemoryDatabase } from "./memory-database.js";

export function memoryRateLimiter(db: MemoryDatabase, clock: Clock): RateLimiter {
  const get = (owner: RateLimitOwner, limit: string) => db.get<Uses>(owner, "rateLimits", limit) ?? noUses;
  return {
    use: async (owner, limit) =>
      db.set(owner, "rateLimits", limit, countUse(limit, get(owner, limit), clock.now().getTime())),
    giveBack: async (owner, limit) => db.set(owner, "rateLimits", limit, returnUse(get(owner, limit))),
  };
}
