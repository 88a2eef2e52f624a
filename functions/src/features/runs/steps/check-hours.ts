import type { CountHistory } from "../../../aggregates/model.js";
import { addDays } from "../../../common/days.js";
import { clockText, hoursOf } from "../../../common/hours.js";
import { objectPaths, type ProjectRef } from "../../../common/object-paths.js";
import { dayIn, hourMs } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { hourCheckOf, type SelectedDetector } from "../../../contract/detectors.js";
import type { TestedHours } from "../../../contract/runs.js";
import { hourRows } from "../../../engine/hours/hour-rows.js";
import { judgeHours } from "../../../engine/hours/judge-hours.js";
import type { FinishedRow } from "../../../engine/model.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import type { RunPlan } from "../run-record.js";
import { learnLateHours } from "./learn-late-hours.js";
import { baselineDays, type Hours, mostCommon, readHours, type ReadHours } from "./read-hours.js";

type Deps = Pick<Dependencies, "mixpanel" | "objects" | "logger">;

/** How long after its end an hour is tested: events arrive late. */
export const hourGraceMs = 2 * hourMs;
/** As many events as one request takes: the most common ones. */
const maxEvents = 1_000;
/** How far a day's hours may be off its count. Events that arrive later may be in the hours only. */
const [tolerance, lateDays, lateTolerance] = [0.05, 5, 0.5];

/** What a run found in hours. `events`: the names of the events that were checked. `until`: end of the last tested hour. */
export type CheckedHours = {
  tested: TestedHours;
  until: string;
  rows: readonly FinishedRow[];
  events: readonly string[];
  /** All hours that were read. */
  read: Hours;
};

/**
 * Checks the hours of the day that the last testable hour belongs to, in one request to the Query API. Hours that can't be
 * read never fail a run. Events that the run found to have stopped for days are left out.
 * @returns null if the run checks only whole days
 */
export async function checkHours(
  deps: Deps,
  run: LeasedRun,
  {
    plan,
    connection,
    access,
    counts,
    read = readHours,
  }: {
    plan: RunPlan;
    connection: ProjectRef;
    access: MixpanelAccess;
    counts: CountHistory | null;
    read?: ReadHours;
  },
  stopped: Iterable<string>,
): Promise<CheckedHours | null> {
  const detector = hourCheckOf(run.record.detectors);
  if (!run.record.checksHours || !detector) return null;
  const now = Date.parse(run.record.startedAt!);
  const { day, ends, over } = testableHours(plan, now);
  const until = ends.at(-1)!;
  const outcome = (status: TestedHours["status"]): CheckedHours => ({
    tested: { status, day, untilHour: clockText(until, plan.timeZone) },
    until: new Date(until).toISOString(),
    rows: [],
    events: [],
    read: new Map(),
  });
  if (plan.counts !== "query") return outcome("no_query_api");
  if (!counts) return outcome("unavailable");
  const { timeZone } = plan;
  const query = {
    events: mostCommon(counts, maxEvents),
    from: addDays(day, -baselineDays),
    to: day,
    timeZone,
  };
  const hours = await read(deps, run, access, query);
  const history = hours && addingUp(hours, counts, plan.lastDay, day);
  if (!history) return outcome("unavailable");
  const ofToday = (from: number, to: number) =>
    new Map(
      [...hours].map(([event, days]) => [
        event,
        { ...days.at(-1)!, counts: days.at(-1)!.counts.slice(from, to) },
      ]),
    );
  const today = ofToday(0, ends.length);
  const arriving = ofToday(ends.length, over);
  const path = objectPaths.hours(run.workspaceId, connection);
  const lateness = await learnLateHours(deps.objects, path, today, history).catch((error: unknown) => {
    deps.logger.warn("late hours not learned", { workspaceId: run.workspaceId, runId: run.record.id }, error);
    return null;
  });
  for (const event of stopped) {
    today.delete(event);
    arriving.delete(event);
  }
  const checked = outcome("tested");
  const { untilHour } = checked.tested;
  const found = judgeHours({ history, today, lateness, threshold: thresholdOf(run.record.detectors) });
  return {
    ...checked,
    rows: hourRows(found, { detector, day, untilHour, today, arriving, history }),
    events: [...today.keys()],
    read: hours,
  };
}

/** The smallest drop or spike; null if changes of counts aren't checked. */
export function thresholdOf(selected: readonly SelectedDetector[]): number | null {
  const settings = selected.find(({ key }) => key === "event_count_change")?.settings;
  return settings ? settings.thresholdPercent / 100 : null;
}

/**
 * The hours that ended at least two hours ago, of the day that has the last of them; their ends, in order. `over`: how many
 * hours of this day have ended.
 */
function testableHours({ timeZone }: RunPlan, now: number): { day: string; ends: number[]; over: number } {
  const last = now - hourGraceMs;
  const day = dayIn(timeZone, new Date(last - hourMs));
  const all = hoursOf(day, timeZone).map((start) => start + hourMs);
  return { day, ends: all.filter((end) => end <= last), over: all.filter((end) => end <= now).length };
}

/**
 * The complete days before `day` whose hours add up to the known counts; null if those of the last tested day don't,
 * because the hours of later days can't be trusted then.
 */
function addingUp(hours: Hours, counts: CountHistory, lastDay: string, day: string): Hours | null {
  const wrong = new Set<string>();
  counts.days.forEach((known, place) => {
    let [counted, inHours] = [0, 0];
    for (const [event, days] of hours) {
      const rows = days.find((one) => one.day === known)?.counts;
      if (!rows) return;
      inHours += rows.reduce((sum, count) => sum + count, 0);
      counted += counts.events.get(event)?.[place] ?? 0;
    }
    const most = known > addDays(lastDay, -lateDays) ? lateTolerance : tolerance;
    if (inHours < counted * (1 - tolerance) - 2 || inHours > counted * (1 + most) + 2) wrong.add(known);
  });
  if (wrong.has(lastDay)) return null;
  return new Map(
    [...hours].map(([event, days]) => [event, days.filter((one) => one.day < day && !wrong.has(one.day))]),
  );
}
