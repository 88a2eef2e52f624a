import { dayBegan } from "../../contract/findings/finding.js";
import { connectionSchema } from "../../contract/connections.js";
import { type ConnectionState, stripDays, type DayState } from "../../contract/home.js";
import {
  beganTogether,
  beginningOfIncident,
  type BeganGroup,
} from "../../contract/incidents/began-together.js";
import { byImportance } from "../../contract/incidents/rank.js";
import type { IncidentStatus } from "../../contract/incidents/states.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { encodeCursor } from "../../common/page.js";
import { dayMs, toInstant, dayIn } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { type IncidentRecord, toIncident } from "../incidents/incident-record.js";
import type { ShownRun } from "../runs/run-record.js";
import type { SetupRecord } from "../setups/setup-repository.js";
import { addDays, dayRange } from "../../common/days.js";

type Deps = Pick<Dependencies, "connections" | "setups" | "runs" | "incidents" | "clock">;

/** What one look at Home reads at most. */
const most = { connections: 50, setups: 200, incidents: 200, runsPerWeek: 10 };
/** How many incidents of a connection are listed, and how many of one group. */
const listedIncidents = 5;
const listedOfGroup = 3;

/**
 * The state of the data, the worst connection first. Reads at most `most`, however many incidents and runs there are: the
 * 200 most important incidents of each connection, and of each setup the 10 latest runs of each week, since a run covers a week
 * of days.
 */
export async function getHome(deps: Deps, workspaceId: WorkspaceId): Promise<ConnectionState[]> {
  const [connections, setups] = await Promise.all([
    deps.connections.list(workspaceId, { limit: most.connections }),
    deps.setups.list(workspaceId, { limit: most.setups }),
  ]);
  const runs = await runsOfStrip(deps, workspaceId, setups.items);
  const states = await Promise.all(
    connections.items.map(async (connection) => {
      const incidents = await deps.incidents.mostImportant(workspaceId, connection.id, most.incidents);
      const isPart = incidents.length === most.incidents;
      const all = isPart ? await deps.incidents.counts(workspaceId, connection.id) : null;
      return stateOf(connection, {
        setups: setups.items.filter(({ connectionId }) => connectionId === connection.id),
        runs: runs.filter(({ setup }) => setup.connection.id === connection.id),
        incidents,
        counts: all,
        now: deps.clock.now(),
      });
    }),
  );
  return states.sort(worstFirst);
}

/** The latest runs of each setup in each of the last four weeks, newest first. */
async function runsOfStrip(
  { runs, clock }: Deps,
  workspaceId: WorkspaceId,
  setups: readonly SetupRecord[],
): Promise<ShownRun[]> {
  const weeks = Array.from({ length: stripDays / 7 }, (_, ago) => ({
    limit: most.runsPerWeek,
    ...(ago > 0 && {
      cursor: encodeCursor({
        createdAt: toInstant(new Date(clock.now().getTime() - 7 * ago * dayMs)),
        id: "0",
      }),
    }),
  }));
  const pages = await Promise.all(
    setups.flatMap(({ id }) => weeks.map((page) => runs.listShown(workspaceId, page, id))),
  );
  const byId = new Map(pages.flatMap(({ items }) => items.map((run) => [run.id, run])));
  return [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

type Read = {
  setups: readonly SetupRecord[];
  /** Newest first. */
  runs: readonly ShownRun[];
  /** The most important first. */
  incidents: readonly IncidentRecord[];
  /** Null if they can be counted in `incidents`. */
  counts: Record<IncidentStatus, number> | null;
  now: Date;
};

function stateOf(
  connection: ConnectionRecord,
  { setups, runs, incidents, counts, now }: Read,
): ConnectionState {
  const having = (status: IncidentStatus) => incidents.filter((one) => one.status === status);
  const open = having("open");
  const reported = runs.find(({ summary }) => summary !== null);
  const latest = runs.find(({ summary, status }) => summary !== null || status === "failed");
  return {
    connection: connectionSchema.parse(connection),
    days: dayStates({
      checked: checkedDays(runs, setups),
      incidents,
      timeZone: connection.capabilities?.timeZone ?? "UTC",
      now,
    }),
    open: counts?.open ?? open.length,
    unassigned: open.filter(({ assignee }) => assignee === null).length,
    acknowledged: counts?.acknowledged ?? having("acknowledged").length,
    muted: counts?.muted ?? having("muted").length,
    groups: listed(beganTogether(open, beginningOfIncident)),
    lastCheck: reported?.finishedAt ? { runId: reported.id, at: reported.finishedAt } : null,
    failure:
      latest?.status === "failed" && latest.finishedAt
        ? { runId: latest.id, at: latest.finishedAt, message: latest.error?.message ?? "" }
        : null,
    nextCheckAt:
      setups
        .flatMap(({ status: setupStatus, nextRunAt }) =>
          setupStatus === "active" && nextRunAt ? [nextRunAt] : [],
        )
        .sort()[0] ?? null,
  };
}

/** The groups that have room for at least one of their incidents. */
function listed(groups: readonly BeganGroup<IncidentRecord>[]): ConnectionState["groups"] {
  let room = listedIncidents;
  return groups.flatMap(({ began, items }) => {
    const shown = items.slice(0, Math.min(room, listedOfGroup));
    room -= shown.length;
    return shown.length > 0 ? [{ began, count: items.length, incidents: shown.map(toIncident) }] : [];
  });
}

/** Connections with open alerts first, then those with warnings; of equals, the one with the most important incident. */
function worstFirst(a: ConnectionState, b: ConnectionState): number {
  const [first, second] = [a, b].map(({ groups }) => groups[0]?.incidents[0]);
  if (first && second) return byImportance(first, second);
  return Number(second !== undefined) - Number(first !== undefined);
}

type Strip = {
  /** Each checked day, with the run whose report covers it. */
  checked: ReadonlyMap<string, string>;
  /** Most important first. */
  incidents: readonly IncidentRecord[];
  timeZone: string;
  now: Date;
};

/** The 28 days up to the last checked one, or up to yesterday, oldest first. What was found stays, whatever became of it. */
export function dayStates({ checked, incidents, timeZone, now }: Strip): DayState[] {
  const yesterday = addDays(dayIn(timeZone, now), -1);
  const last = [...checked.keys(), yesterday].sort().at(-1)!;
  return dayRange(addDays(last, 1 - stripDays), last).map((day) => {
    const found = incidents.filter(({ finding: { found } }) => dayBegan(found) <= day && day <= found.until);
    const [first] = found;
    const worst = found.some(({ finding }) => finding.severity === "alert") ? "alert" : "warning";
    return {
      day,
      severity: first ? worst : checked.has(day) ? "normal" : "not_checked",
      headline: first?.finding.headline ?? null,
      more: Math.max(0, found.length - 1),
      runId: checked.get(day) ?? first?.finding.runId ?? null,
    };
  });
}

const fewestDays = 7;

/**
 * The days that runs tested, each with the first run that tested it as its last day, or else the first one that covers it.
 * @param runs newest first
 */
export function checkedDays(
  runs: readonly ShownRun[],
  setups: readonly SetupRecord[],
): ReadonlyMap<string, string> {
  const daysOf = new Map(
    setups.map(({ id, selectedDetectors }) => [
      id,
      Math.max(fewestDays, ...selectedDetectors.map(({ settings }) => settings.checkBackDays)),
    ]),
  );
  const [ending, covering] = [new Map<string, string>(), new Map<string, string>()];
  for (const { id, setupId, plan, summary } of runs.toReversed()) {
    if (!plan || !summary) continue;
    if (!ending.has(plan.lastDay)) ending.set(plan.lastDay, id);
    for (let back = 1; back < (daysOf.get(setupId) ?? fewestDays); back++) {
      const day = addDays(plan.lastDay, -back);
      if (!covering.has(day)) covering.set(day, id);
    }
  }
  return new Map([...covering, ...ending]);
}
