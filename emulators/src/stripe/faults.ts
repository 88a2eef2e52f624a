import { z } from "zod";

/**
 * Faults of API calls, for tests. "refuse" answers 500 and does nothing, "deny" 401, before all other faults; "lose" does the work but closes the
 * connection without an answer.
 */
const faultSchema = z.strictObject({
  kind: z.enum(["refuse", "deny", "lose"]),
  /** Part of the affected paths; absent for all calls. */
  path: z.string().optional(),
  count: z.number().int().min(1).default(1),
});
export type Fault = z.infer<typeof faultSchema>;

export class Faults {
  #faults: Fault[] = [];

  add(value: unknown): void {
    this.#faults.push(faultSchema.parse(value));
  }

  clear(): void {
    this.#faults = [];
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  /** The fault that applies to this call; each use counts it down. */
  take(path: string): Fault["kind"] | null {
    const matching = this.#faults.filter((known) => path.includes(known.path ?? ""));
    const fault = matching.find(({ kind }) => kind === "deny") ?? matching[0];
    if (!fault) return null;
    fault.count -= 1;
    this.#faults = this.#faults.filter(({ count }) => count > 0);
    return fault.kind;
  }
}
