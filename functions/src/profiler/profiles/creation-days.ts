import type { Day } from "../../common/days.js";
import { calendarDay } from "./calendar-day.js";

/** Property names that projects use for the day a user was created, Mixpanel's own first. */
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

/** Counts profiles by day of creation, for every usual name of that property. */
export class CreationDays {
  readonly #counts = new Map<string, Map<Day, number>>();

  add(properties: Readonly<Record<string, unknown>>): void {
    for (const property of creationProperties) {
      const day = calendarDay(properties[property]);
      if (day === null) continue;
      const counts = this.#counts.get(property) ?? new Map<Day, number>();
      this.#counts.set(property, counts.set(day, (counts.get(day) ?? 0) + 1));
    }
  }

  /** Counts by the property that most profiles have, in a tie the first one listed; null if no profile has any. */
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
