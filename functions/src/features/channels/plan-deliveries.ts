import type { Route } from "../../contract/channels/routes.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { findUse } from "../project-context/find-use.js";
import type { RunRecord } from "../runs/run-record.js";
import type { DeliveryRecord, MessageChange } from "./channel-record.js";
import { matchesChange, matchesIncident, matchesProblem } from "./match-route.js";
import { deliveryId, putDelivery } from "./put-delivery.js";
import { dueTime } from "./route-timing.js";
import { reportedChanges } from "./reported-changes.js";

type Deps = Pick<Dependencies, "channels" | "incidents" | "queue" | "clock" | "logger">;
type RunDeps = Deps & Pick<Dependencies, "connections" | "objects">;

/**
 * Puts what a run changed into the outbox: one message per channel, or the channel's next digest. Safe to
 * repeat for the same run: message ids are derived from the run, and a change that a message already has is
 * not added again.
 */
export async function planDeliveries(deps: RunDeps, workspaceId: WorkspaceId, run: RunRecord): Promise<void> {
  const routes = await routesToOpenChannels(deps, workspaceId);
  if (routes.length === 0) return;
  const changed = await deps.incidents.changedBy(workspaceId, run.id);
  const changes = reportedChanges(changed, await findUse(deps, workspaceId, run.setup.connection.id));
  if (changes.length === 0) return;
  // Not the current time: planning a run again must give the same times.
  const at = changed
    .flatMap(({ entries }) => entries.map((entry) => entry.at))
    .sort()
    .at(-1)!;
  const incidents = new Map(changed.map(({ incident }) => [incident.id, incident]));
  const matches = (route: Route, change: MessageChange): boolean =>
    matchesChange(route, change.kind) &&
    matchesIncident(route, incidents.get(change.incidentId)!, run.setupId);

  const { projectName, projectId } = run.setup.connection;
  const about = projectName ?? projectId;
  for (const { channelId, dueAt, digestDays, chosen } of groupChanges(routes, changes, at, matches)) {
    const id = deliveryId(channelId, digestDays === null ? run.id : "digest", dueAt ?? "");
    await putDelivery(deps, workspaceId, id, {
      kind: digestDays === null ? "run" : "digest",
      digestDays,
      channelId,
      about: digestDays === null ? about : "all projects",
      path: digestDays === null ? `/reports/${run.id}` : "/incidents",
      changes: chosen,
      dueAt: dueAt ?? at,
    });
  }
}

/**
 * Puts a message that a setup could not run into the outbox.
 * @returns false if the workspace has no routes, and members should be emailed instead
 */
export async function planFailedRun(deps: Deps, workspaceId: WorkspaceId, run: RunRecord): Promise<boolean> {
  const routes = await deps.channels.routes(workspaceId);
  if (routes.length === 0) return false;
  const at = run.finishedAt ?? run.createdAt;
  const subject = { connectionId: run.setup.connection.id, setupId: run.setupId };
  const open = await routesToOpenChannels(deps, workspaceId);
  const channelIds = new Set(
    open.filter((route) => matchesProblem(route, subject)).map(({ channelId }) => channelId),
  );
  for (const channelId of channelIds)
    await putDelivery(deps, workspaceId, deliveryId(channelId, run.id, "problem"), {
      kind: "problem",
      channelId,
      about: run.setup.name,
      path: "/runs",
      dueAt: at,
      text: [
        run.error?.message ?? "The run couldn't start.",
        run.pausedSetup
          ? "The setup is paused."
          : "The schedule stays on. You won't be told about this again until a run succeeds.",
      ].join(" "),
      problemKey: `setup-${run.setupId}`,
    });
  return true;
}

/** The routes whose channel is on. */
async function routesToOpenChannels(
  { channels }: Pick<Deps, "channels">,
  workspaceId: WorkspaceId,
): Promise<Route[]> {
  const [routes, all] = await Promise.all([channels.routes(workspaceId), channels.list(workspaceId)]);
  const open = new Set(all.filter(({ isOn }) => isOn).map(({ id }) => id));
  return routes.filter(({ channelId }) => open.has(channelId));
}

const daysOf = { now: null, daily: 1, weekly: 7 } as const;

type Group = {
  channelId: string;
  dueAt: string | null;
  digestDays: DeliveryRecord["digestDays"];
  chosen: MessageChange[];
};

/** Groups the changes for sending: each change once per channel, by the route that sends it first. */
function groupChanges(
  routes: readonly Route[],
  changes: readonly MessageChange[],
  at: string,
  matches: (route: Route, change: MessageChange) => boolean,
): Group[] {
  const due = routes.map((route) => ({
    route,
    dueAt: dueTime(route, at),
    digestDays: daysOf[route.timing.kind],
  }));
  due.sort(
    (a, b) =>
      Number(a.digestDays !== null) - Number(b.digestDays !== null) ||
      (a.dueAt ?? "").localeCompare(b.dueAt ?? ""),
  );
  const taken = new Set<string>();
  const groups = new Map<string, Group>();
  for (const { route, dueAt, digestDays } of due)
    for (const change of changes) {
      const { channelId } = route;
      const changeKey = `${channelId} ${change.incidentId}`;
      if (taken.has(changeKey) || !matches(route, change)) continue;
      taken.add(changeKey);
      const key = JSON.stringify([channelId, digestDays !== null, dueAt]);
      const group = groups.get(key) ?? { channelId, dueAt, digestDays, chosen: [] };
      groups.set(key, { ...group, chosen: [...group.chosen, change] });
    }
  return [...groups.values()];
}
