import { connectionSchema } from "../../contract/connections.js";
import { type ConnectionState, stripDays } from "../../contract/home.js";
import {
  beganTogether,
  beginningOfIncident,
  type BeganGroup,
} from "../../contract/incidents/began-together.js";
import { byImportance } from "../../contract/incidents/rank.js";
import type { IncidentStatus } from "../../contract/incidents/states.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { encodeCursor } from "../../common/page.js";
import { dayMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { type IncidentRecord, toIncident } from "../incidents/incident-record.js";
import type { ShownRun } from "../runs/run-record.js";
import type { SetupRecord } from "../setups/setup-repository.js";
import { checkedDays, dayStates } from "./day-states.js";

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
  const open = having("open").sort(byImportance);
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
