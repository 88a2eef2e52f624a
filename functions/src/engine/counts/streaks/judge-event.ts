import { judgeStreak, type StreakFigures } from "./judge-streak.js";
import { isOffBy } from "./onset.js";
import type { EventCounts } from "../expectation/event-counts.js";
import { minHistoryDays, type ProjectCounts } from "../expectation/project-counts.js";
import { streaksOf } from "./streaks.js";

export type CountSettings = { threshold: number; checkBackDays: number };

/** What counts say of one event. `named` is the streak that the row is about, the whole window when nothing stands out. */
export type CountVerdict =
  | { kind: "learning"; event: EventCounts }
  | { kind: "no-days"; event: EventCounts }
  | { kind: "low-volume"; event: EventCounts; named: StreakFigures }
  | {
      kind: "judged";
      event: EventCounts;
      /** The streak that decided: the most severe one. Its z is printed. */
      named: StreakFigures;
      /** The same streak from its onset on: what a finding prints besides z. */
      reported: StreakFigures;
      severity: "alert" | "warning" | "normal";
      /** Only the newest day is flagged: late data may still undo the finding. */
      isProvisional: boolean;
      /** Too young for an alert. */
      isCapped: boolean;
    };

export type JudgedCount = Extract<CountVerdict, { kind: "judged" }>;

const minWindowRows = 10;
const alertMinAge = 14;

/**
 * Judges every streak of the window and names the most severe, of equal ones an open one, then the largest z.
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
  const streaks = streaksOf(testedDays).map((streak) => {
    const figures = judgeStreak(project, event, streak, threshold, checkBackDays);
    return isCapped && figures.severity === "alert" ? { ...figures, severity: "warning" as const } : figures;
  });
  const flagged = streaks.filter((one) => one.severity !== "normal");
  const whole = streaks.find(({ streak }) => streak.isOpen && streak.days.length === testedDays.length)!;
  if (whole.expected < minWindowRows && !flagged.some((one) => one.direction === 1))
    return { kind: "low-volume", event, named: whole };

  const named = flagged.length === 0 ? whole : flagged.reduce((a, b) => (isStronger(b, a) ? b : a));
  return {
    kind: "judged",
    event,
    named,
    reported:
      flagged.length === 0
        ? named
        : fromOnset(project, event, named, testedDays, { threshold, checkBackDays }),
    severity: named.severity,
    isProvisional: flagged.length > 0 && flagged.every((one) => isNewestDayAlone(one, project)),
    isCapped,
  };
}

/** The streak begun earlier by the tested days right before it that are off the same way by half the threshold or more. */
function fromOnset(
  project: ProjectCounts,
  event: EventCounts,
  decisive: StreakFigures,
  testedDays: readonly number[],
  { threshold, checkBackDays }: CountSettings,
): StreakFigures {
  const { streak, direction } = decisive;
  let first = testedDays.indexOf(streak.days[0]!);
  while (first > 0 && isOffBy(project, event, testedDays[first - 1]!, direction, threshold / 2)) first--;
  const days = testedDays.slice(first, testedDays.indexOf(streak.days.at(-1)!) + 1);
  if (days.length === streak.days.length) return decisive;
  const reported = judgeStreak(project, event, { days, isOpen: streak.isOpen }, threshold, checkBackDays);
  // A level frozen at an earlier day may put the whole streak on the other side: then the longer streak says less.
  return reported.direction === direction ? reported : decisive;
}

function isStronger(figures: StreakFigures, other: StreakFigures): boolean {
  if (figures.severity !== other.severity) return figures.severity === "alert";
  if (figures.streak.isOpen !== other.streak.isOpen) return figures.streak.isOpen;
  return figures.z > other.z;
}

function isNewestDayAlone({ streak }: StreakFigures, project: ProjectCounts): boolean {
  return streak.days.length === 1 && streak.days[0] === project.days.length - 1;
}
