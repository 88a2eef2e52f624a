import { copiesBeside, minCopiesZ } from "../../cause/copied-events.js";
import { minCopiedPart } from "../../cause/cause-of.js";
import { baseBefore } from "../../cause/onset-day.js";
import { minEventsForCause } from "../../../contract/detectors.js";
import { toTenths } from "../../text/count-text.js";
import type { AggregateReader } from "../../../aggregates/model.js";
import type { Copies } from "../../../contract/findings/finding.js";
import type { ProjectCounts } from "../../expectation/counts/project-counts.js";

/** Sums the copies of a project's events on days on which the whole project changed, event by event. */
export class ProjectCopies {
  readonly #sums: readonly {
    events: ReadonlySet<string>;
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
    this.#sums = streaks.map((days) => {
      const events = new Set(project.factorEvents[days[0]!]!.map(({ name }) => name));
      return { events, days, rows: 0, copies: 0, usual: 0, sent: 0 };
    });
  }

  /** Adds an event if the project trend of the days was computed from it. */
  add(aggregates: AggregateReader, event: string): void {
    for (const sum of this.#sums) {
      if (!sum.events.has(event)) continue;
      const days = sum.days.map((day) => aggregates.days.indexOf(this.project.days[day]!));
      const found = copiesBeside(aggregates, event, baseBefore(this.project, sum.days[0]!, aggregates))(days);
      if (!found) continue;
      sum.rows += found.rows;
      sum.copies += found.copies;
      sum.usual += found.rows * found.usual;
      if (found.z >= minCopiesZ) sum.sent += found.sent;
    }
  }

  /** The copies that explain a rise by `extra` events on the days of a streak; null if they don't. */
  explain(first: number, extra: number): Copies | null {
    const sum = this.#sums.find(({ days }) => days[0] === first);
    if (!sum || extra <= 0 || sum.sent < Math.max(minEventsForCause, minCopiedPart * extra)) return null;
    const percent = (copies: number): number => toTenths((100 * copies) / sum.rows);
    return {
      count: Math.round(sum.sent),
      nowPct: percent(sum.copies),
      beforePct: percent(sum.usual),
      isRise: true,
    };
  }
}
