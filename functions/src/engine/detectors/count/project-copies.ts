import { copiedEvents, minCopiesZ } from "../../cause/copied-events.js";
import { minCopiedPart } from "../../cause/cause-of.js";
import { causeBaseDays } from "../../cause/onset-day.js";
import type { AggregateReader } from "../../../aggregates/model.js";
import type { Copies } from "../../../contract/findings/finding.js";
import type { ProjectCounts } from "../../expectation/counts/project-counts.js";

/** Sums the copies of a project's events on days on which the whole project changed, event by event. */
export class ProjectCopies {
  readonly #sums: readonly {
    first: number;
    days: readonly number[];
    /** Rows, copies, usual copies, and copies sent beside real rows. */
    rows: number;
    copies: number;
    usual: number;
    sent: number;
  }[];

  /** @param streaks indexes of the project's days */
  constructor(
    private readonly project: ProjectCounts,
    streaks: readonly (readonly number[])[],
  ) {
    this.#sums = streaks.map((days) => ({ first: days[0]!, days, rows: 0, copies: 0, usual: 0, sent: 0 }));
  }

  /** Adds an event if the project trend of the days was computed from it. */
  add(aggregates: AggregateReader, event: string): void {
    const indexOf = (day: number): number => aggregates.days.indexOf(this.project.days[day] ?? "");
    for (const sum of this.#sums) {
      if (!this.project.factorEvents[sum.first]!.some(({ name }) => name === event)) continue;
      const base = Array.from({ length: causeBaseDays }, (_, i) => indexOf(sum.first - causeBaseDays + i));
      const found = copiedEvents(
        aggregates,
        event,
        sum.days.map(indexOf),
        base.filter((index) => index >= 0),
      );
      if (!found) continue;
      sum.rows += found.rows;
      sum.copies += found.copies;
      sum.usual += found.rows * found.usual;
      if (found.z >= minCopiesZ) sum.sent += found.sent;
    }
  }

  /** The copies that explain a rise by `extra` events on the days of a streak; null if they don't. */
  explain(first: number, extra: number): Copies | null {
    const sum = this.#sums.find((one) => one.first === first);
    if (!sum || extra <= 0 || sum.sent < minCopiedPart * extra) return null;
    const percent = (copies: number): number => Math.round((1000 * copies) / sum.rows) / 10;
    return {
      count: Math.round(sum.sent),
      nowPct: percent(sum.copies),
      beforePct: percent(sum.usual),
      isRise: true,
    };
  }
}
