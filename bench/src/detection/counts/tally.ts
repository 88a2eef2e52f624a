import { weekdayNames } from "../days.js";
import { average, share } from "../table.js";
import type { CountFinding, CountRuleAnswer } from "./rules.js";
import type { PlantedCountFault } from "./faults.js";

/** Alarms of one rule on projects without faults, per weekday of the last day. */
export class CleanTally {
  private readonly perWeekday = weekdayNames.map(() => ({ runs: 0, all: 0, alerts: 0, projectRows: 0 }));

  add(weekday: number, { findings, projectRows }: CountRuleAnswer): void {
    const tally = this.perWeekday[weekday]!;
    tally.runs++;
    tally.all += findings.length;
    tally.alerts += findings.filter(({ isAlert }) => isAlert).length;
    tally.projectRows += projectRows;
  }

  /** Warnings and alerts per run, and alerts per run, for each weekday. */
  get runs(): { all: number; alerts: number; projectRows: number }[] {
    return this.perWeekday
      .filter(({ runs }) => runs > 0)
      .map(({ runs, all, alerts, projectRows }) => ({
        all: all / runs,
        alerts: alerts / runs,
        projectRows: projectRows / runs,
      }));
  }

  get mean(): { all: number; alerts: number; projectRows: number } {
    const { runs } = this;
    return {
      all: average(runs.map(({ all }) => all)),
      alerts: average(runs.map(({ alerts }) => alerts)),
      projectRows: average(runs.map(({ projectRows }) => projectRows)),
    };
  }
}

/** Whether a finding has the fault's event and direction, and shares a day with it. */
export const tells = (finding: CountFinding, { event, fault, first, last }: PlantedCountFault): boolean =>
  finding.event === event.name &&
  finding.direction === (fault.factor < 1 ? -1 : 1) &&
  finding.first <= last &&
  finding.last >= first;

export const faultColumns = ["≥ 100", "1 d", "2 d", "4 d", "7 d", "over", "10–100", "< 10"] as const;

/** Planted faults caught by one rule, by size of the fault and of the event. */
export class FaultTally {
  private readonly counts = new Map<string, { caught: number; n: number }>();

  add(planted: readonly PlantedCountFault[], { findings }: CountRuleAnswer): void {
    const byEvent = new Map<string, CountFinding[]>();
    for (const finding of findings)
      byEvent.set(finding.event, [...(byEvent.get(finding.event) ?? []), finding]);
    for (const fault of planted) {
      const isCaught = (byEvent.get(fault.event.name) ?? []).some((finding) => tells(finding, fault));
      const volume = fault.event.rate >= 100 ? "≥ 100" : fault.event.rate >= 10 ? "10–100" : "< 10";
      this.note(`${fault.fault.name}|${volume}`, isCaught);
      const length = fault.fault.endsDaysAgo > 0 ? "over" : `${fault.fault.days} d`;
      if (volume === "≥ 100") this.note(`${fault.fault.name}|${length}`, isCaught);
    }
  }

  of(fault: string, column: string): { caught: number; n: number } {
    return this.counts.get(`${fault}|${column}`) ?? { caught: 0, n: 0 };
  }

  cell(fault: string, column: string): string {
    const { caught, n } = this.of(fault, column);
    return share(caught, n);
  }

  private note(key: string, isCaught: boolean): void {
    const entry = this.counts.get(key) ?? { caught: 0, n: 0 };
    entry.n++;
    if (isCaught) entry.caught++;
    this.counts.set(key, entry);
  }
}
