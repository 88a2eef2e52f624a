import { checkStreak, type StreakFigures } from "./check-streak.js";
import { isOffBy } from "./onset.js";
import type { EventCounts } from "./event-counts.js";
import { minHistoryDays, type ProjectCounts } from "./project-counts.js";
import { streaksOf } from "./streaks.js";

export type CountSettings = { threshold: number; checkBackDays: number };

/** The verdict on one event. `named` is the streak that decided, or the whole window if none is flagged. */
export type CountVerdict =
  | { kind: "learning"; event: EventCounts }
  | { kind: "no-days"; event: EventCounts }
  | { kind: "low-volume"; event: EventCounts; named: StreakFigures }
  | {
      kind: "checked";
      event: EventCounts;
      /** The most severe streak, which decided. The row prints its z. */
      named: StreakFigures;
      /** The same streak, extended back to its onset. The row prints its other figures. */
      reported: StreakFigures;
      severity: "alert" | "warning" | "normal";
      /** The strongest streak that is none because of the day of the month, if nothing else is a finding. */
      excused: ExcusedStreak | null;
      /** Only the newest day is flagged, so late data may still undo the finding. */
      isProvisional: boolean;
      /** The event is too young for an alert. */
      isCapped: boolean;
    };

type ExcusedStreak = StreakFigures & { habit: { of: "calendar" } };

export type CheckedCount = Extract<CountVerdict, { kind: "checked" }>;

const minWindowRows = 10;
const alertMinAge = 14;
const minTellingRows = 10;

/**
 * Checks every streak of the window and picks the most severe one. Ties go to an open streak, then to the
 * largest z.
 * @param testedDays indexes of the window's days without its project days, ascending
 */
export function checkEvent(
  project: ProjectCounts,
  event: EventCounts,
  testedDays: readonly number[],
  { threshold, checkBackDays }: CountSettings,
): CountVerdict {
  if (event.age < minHistoryDays) return { kind: "learning", event };
  if (testedDays.length === 0) return { kind: "no-days", event };

  const isCapped = event.age < alertMinAge;
  const streaks = streaksOf(testedDays).map((streak) => {
    const figures = checkStreak(project, event, streak, threshold, checkBackDays);
    const severity = severityOnOneDay(figures, event, threshold);
    return { ...figures, severity: isCapped && severity === "alert" ? "warning" : severity };
  });
  const flagged = streaks.filter((one) => one.severity !== "normal");
  const whole = streaks.find(({ streak }) => streak.isOpen && streak.days.length === testedDays.length)!;
  if (whole.expected < minWindowRows && !flagged.some((one) => one.direction === 1))
    return { kind: "low-volume", event, named: whole };

  const named = strongestOf(flagged) ?? whole;
  return {
    kind: "checked",
    event,
    named,
    reported:
      flagged.length === 0
        ? named
        : fromOnset(project, event, named, testedDays, { threshold, checkBackDays }),
    severity: named.severity,
    excused: flagged.length === 0 ? strongestOf(streaks.filter(isExcusedByDate)) : null,
    isProvisional: flagged.length > 0 && flagged.every((one) => isNewestDayAlone(one, project)),
    isCapped,
  };
}

/**
 * Extends a streak back to its onset: by the tested days right before it that are off in the same direction
 * by half the threshold or more.
 */
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
  const reported = checkStreak(project, event, { days, isOpen: streak.isOpen }, threshold, checkBackDays);
  // The longer streak is compared with an earlier level, which may flip its direction. Then it isn't worth
  // showing.
  return reported.direction === direction ? reported : decisive;
}

/**
 * One bad day that is over is at most a warning, since it may be a holiday or a group that arrived at once. Longer streaks
 * around it aren't findings: they would say of several days what happened on one.
 */
function severityOnOneDay(
  { streak, direction, expectedByDay, severity }: StreakFigures,
  { counts }: EventCounts,
  threshold: number,
): StreakFigures["severity"] {
  if (severity === "normal") return severity;
  const isBad = streak.days.map(
    (day, i) => direction * (counts[day]! / expectedByDay[i]! - 1) >= threshold / 2,
  );
  if (isBad.filter(Boolean).length > 1) return severity;
  const after = expectedByDay.slice(isBad.indexOf(true) + 1);
  // A day on which hardly any events are expected can't tell that a drop is over.
  const isOver = !streak.isOpen || after.some((expected) => direction === 1 || expected >= minTellingRows);
  if (!isOver) return severity;
  return streak.days.length === 1 ? "warning" : "normal";
}

const isExcusedByDate = (figures: StreakFigures): figures is ExcusedStreak =>
  figures.habit?.of === "calendar";

const strongestOf = <T extends StreakFigures>(streaks: readonly T[]): T | null =>
  streaks.reduce<T | null>((a, b) => (a && !isStronger(b, a) ? a : b), null);

function isStronger(figures: StreakFigures, other: StreakFigures): boolean {
  if (figures.severity !== other.severity) return figures.severity === "alert";
  if (figures.streak.isOpen !== other.streak.isOpen) return figures.streak.isOpen;
  return figures.z > other.z;
}

function isNewestDayAlone({ streak }: StreakFigures, project: ProjectCounts): boolean {
  return streak.days.length === 1 && streak.days[0] === project.days.length - 1;
}
