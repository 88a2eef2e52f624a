import { judgeRunOf, type RunFigures } from "./judge-run.js";
import { type EventCounts, minHistoryDays, type ProjectCounts } from "./project-counts.js";
import { runsOf } from "./runs.js";

export type CountSettings = { threshold: number; checkBackDays: number };

/** What counts say of one event. `named` is the run that the row is about, the whole window when nothing stands out. */
export type CountVerdict =
  | { kind: "learning"; event: EventCounts }
  | { kind: "no-days"; event: EventCounts }
  | { kind: "low-volume"; event: EventCounts; named: RunFigures }
  | {
      kind: "judged";
      event: EventCounts;
      named: RunFigures;
      severity: "alert" | "warning" | "normal";
      /** No flagged run reaches beyond the newest day: late rows may still undo the finding. */
      isProvisional: boolean;
      /** Too young for an alert. */
      isCapped: boolean;
    };

const minWindowRows = 10;
const alertMinAge = 14;

/**
 * Judges every run of the window and names the most severe, of equal ones an open one, then the largest z.
 * @param testedDays indexes of the window's days without its project days, ascending
 */
export function judgeEvent(
  project: ProjectCounts,
  event: EventCounts,
  testedDays: readonly number[],
  { threshold, checkBackDays }: CountSettings,
): CountVerdict {
  if (event.age < minHistoryDays) return { kind: "learning", event };
  if (testedDays.length === 0) return { kind: "no-days", event };

  const isCapped = event.age < alertMinAge;
  const runs = runsOf(testedDays).map((run) => {
    const figures = judgeRunOf(project, event, run, threshold, checkBackDays);
    return isCapped && figures.severity === "alert" ? { ...figures, severity: "warning" as const } : figures;
  });
  const flagged = runs.filter((run) => run.severity !== "normal");
  const whole = runs.find((run) => run.run.isOpen && run.run.days.length === testedDays.length)!;
  if (whole.expected < minWindowRows && !flagged.some((run) => run.direction === 1))
    return { kind: "low-volume", event, named: whole };

  const named = flagged.length === 0 ? whole : flagged.reduce((a, b) => (isStronger(b, a) ? b : a));
  return {
    kind: "judged",
    event,
    named,
    severity: named.severity,
    isProvisional: flagged.length > 0 && flagged.every((run) => isNewestDayAlone(run, project)),
    isCapped,
  };
}

function isStronger(run: RunFigures, other: RunFigures): boolean {
  if (run.severity !== other.severity) return run.severity === "alert";
  if (run.run.isOpen !== other.run.isOpen) return run.run.isOpen;
  return run.z > other.z;
}

function isNewestDayAlone({ run }: RunFigures, project: ProjectCounts): boolean {
  return run.days.length === 1 && run.days[0] === project.days.length - 1;
}
