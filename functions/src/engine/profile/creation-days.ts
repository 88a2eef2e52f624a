import type { Day } from "../model.js";
import { calendarDay } from "./calendar-day.js";

/** What projects call the day on which a user came, the official name first. */
const creationProperties = [
  "$created",
  "created",
  "created_at",
  "createdAt",
  "Created",
  "Created At",
  "$created_at",
  "creation_date",
  "signup_date",
  "signupDate",
  "Signup Date",
  "signed_up_at",
  "registered_at",
  "registration_date",
] as const;

/** Counts profiles per day of creation under every usual name, since each project has its own. */
export class CreationDays {
  readonly #counts = new Map<string, Map<Day, number>>();

  add(properties: Readonly<Record<string, unknown>>): void {
    for (const property of creationProperties) {
      const day = calendarDay(properties[property]);
      if (day === null) continue;
      let counts = this.#counts.get(property);
      if (counts === undefined) this.#counts.set(property, (counts = new Map()));
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
  }

  /** By the name that most profiles carry, of equals the first listed; null when none carries any. */
  counts(): ReadonlyMap<Day, number> | null {
    let best: ReadonlyMap<Day, number> | null = null;
    let most = 0;
    for (const property of creationProperties) {
      const counts = this.#counts.get(property);
      const total = counts === undefined ? 0 : [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (counts !== undefined && total > most) {
        best = counts;
        most = total;
      }
    }
    return best === null ? null : new Map([...best].sort((x, y) => (x[0] < y[0] ? -1 : 1)));
  }
}
