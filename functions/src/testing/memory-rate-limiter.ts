import { countUse, noUses, returnUse, type Uses } from "../features/rate-limits/count-use.js";
import type { RateLimiter } from "../features/rate-limits/rate-limits.js";
import type { Clock } from "../shared/clock.js";
import type { MemoryDatabase } from "./memory-database.js";

export function memoryRateLimiter(db: MemoryDatabase, clock: Clock): RateLimiter {
  const get = (uid: string, limit: string) => db.get<Uses>(uid, "rateLimits", limit) ?? noUses;
  return {
    use: async (uid, limit) =>
      db.set(uid, "rateLimits", limit, countUse(limit, get(uid, limit), clock.now().getTime())),
    giveBack: async (uid, limit) => db.set(uid, "rateLimits", limit, returnUse(get(uid, limit))),
  };
}
