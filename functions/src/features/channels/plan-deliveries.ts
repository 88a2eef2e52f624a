import type { Route } from "../../contract/channels/routes.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { dayMs, addMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../runs/lifecycle/run-tasks.js";
import type { RunRecord } from "../runs/run-record.js";
import { changeKinds, type DeliveryRecord, type MessageChange } from "./channel-record.js";
import { enqueueDelivery, sweepGraceMs } from "./enqueue-delivery.js";
import { matchesChange, matchesIncident, matchesProblem } from "./match-route.js";
import { dueTime } from "./route-timing.js";
import { toldChanges } from "./told-changes.js";

type Deps = Pick<Dependencies, "channels" | "incidents" | "queue" | "clock" | "logger">;

/** Changes kept for one message; ten are shown. */
const changesKept = 100;

/**
 * Puts what a run changed into the outbox: one message a channel, or the next digest of the channel. The same run may be
 * planned again: its messages have ids of their own, and what a message has already is not added again.
 */
export async function planDeliveries(deps: Deps, workspaceId: WorkspaceId, run: RunRecord): Promise<void> {
  const routes = await deps.channels.routes(workspaceId);
  if (routes.length === 0) return;
  const changed = await deps.incidents.changedBy(workspaceId, run.id);
  const changes = toldChanges(changed);
  if (changes.length === 0) return;
  // Not the clock's time: a run that is planned again must come to the same times.
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
  for (const { channelId, dueAt, isDigest, chosen } of earliest(routes, changes, at, matches)) {
    const id = taskId("delivery", channelId, isDigest ? "digest" : run.id, dueAt ?? "").slice(0, 40);
    await put(deps, workspaceId, id, {
      kind: isDigest ? "digest" : "run",
      channelId,
      about: isDigest ? "all projects" : about,
      path: isDigest ? "/incidents" : `/reports/${run.id}`,
      changes: chosen,
      dueAt: dueAt ?? at,
      problem: null,
    });
  }
}

/**
 * Puts into the outbox that a setup could not run.
 * @returns false when the workspace has no routes, and members are to be told by email as before
 */
export async function planProblem(deps: Deps, workspaceId: WorkspaceId, run: RunRecord): Promise<boolean> {
  const routes = await deps.channels.routes(workspaceId);
  if (routes.length === 0) return false;
  const at = run.finishedAt ?? run.createdAt;
  const subject = { connectionId: run.setup.connection.id, setupId: run.setupId };
  const channelIds = new Set(
    routes.filter((route) => matchesProblem(route, subject)).map(({ channelId }) => channelId),
  );
  for (const channelId of channelIds)
    await put(deps, workspaceId, taskId("delivery", channelId, run.id, "problem").slice(0, 40), {
      kind: "problem",
      channelId,
      about: run.setup.name,
      path: "/runs",
      changes: [],
      dueAt: at,
      problem: {
        text: [
          run.error?.message ?? "The run couldn't start.",
          run.pausedSetup
            ? "The setup is paused."
            : "The schedule stays on. You won't be told of this again until a run succeeds.",
        ].join(" "),
        key: `setup-${run.setupId}`,
      },
    });
  return true;
}

type Group = { channelId: string; dueAt: string | null; isDigest: boolean; chosen: MessageChange[] };

/** Each change once a channel: by the route that sends it first. */
function earliest(
  routes: readonly Route[],
  changes: readonly MessageChange[],
  at: string,
  matches: (route: Route, change: MessageChange) => boolean,
): Group[] {
  const due = routes.map((route) => ({
    route,
    dueAt: dueTime(route, at),
    isDigest: route.timing.kind !== "now",
  }));
  due.sort((a, b) => Number(a.isDigest) - Number(b.isDigest) || (a.dueAt ?? "").localeCompare(b.dueAt ?? ""));
  const taken = new Set<string>();
  const groups = new Map<string, Group>();
  for (const { route, dueAt, isDigest } of due)
    for (const change of changes) {
      const { channelId } = route;
      const once = `${channelId} ${change.incidentId}`;
      if (taken.has(once) || !matches(route, change)) continue;
      taken.add(once);
      const key = JSON.stringify([channelId, isDigest, dueAt]);
      const group = groups.get(key) ?? { channelId, dueAt, isDigest, chosen: [] };
      groups.set(key, { ...group, chosen: [...group.chosen, change] });
    }
  return [...groups.values()];
}

type Draft = Pick<DeliveryRecord, "kind" | "channelId" | "about" | "path" | "changes" | "dueAt"> & {
  problem: { text: string; key: string } | null;
};

/**
 * Creates the delivery, or adds to one that waits: a digest grows until it is sent. What comes too late for a digest is
 * sent after it.
 */
async function put(deps: Deps, workspaceId: WorkspaceId, id: string, draft: Draft): Promise<void> {
  const now = toInstant(deps.clock.now());
  const { problem, ...fields } = draft;
  let late: MessageChange[] = [];
  const saved = await deps.channels.changeDelivery(workspaceId, id, (before) => {
    late = [];
    if (!before)
      return newDelivery({ id, ...fields, changes: fields.changes.slice(0, changesKept), problem }, now);
    if (before.kind !== "digest") return null;
    if (before.status === "waiting" && before.claimedAt === null)
      return { ...before, changes: merged(before.changes, fields.changes) };
    late = fields.changes.filter(
      ({ incidentId, kind }) =>
        !before.changes.some((change) => change.incidentId === incidentId && change.kind === kind),
    );
    return null;
  });
  if (late.length > 0)
    return put(deps, workspaceId, taskId(id, "late").slice(0, 40), { ...draft, changes: late });
  if (saved?.status === "waiting") await enqueueDelivery(deps, workspaceId, saved);
}

/** The latest of each incident: a digest says how things are. */
function merged(before: readonly MessageChange[], more: readonly MessageChange[]): MessageChange[] {
  const latest = new Map([...before, ...more].map((change) => [change.incidentId, change]));
  return [...latest.values()]
    .sort((a, b) => changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind))
    .slice(0, changesKept);
}

export const newDelivery = (
  { id, problem, dueAt, ...fields }: Draft & { id: string },
  now: string,
): DeliveryRecord => ({
  id,
  ...fields,
  createdAt: now,
  status: "waiting",
  attempts: 0,
  answer: null,
  answeredAt: null,
  text: problem?.text ?? null,
  problemKey: problem?.key ?? null,
  dueAt: dueAt > now ? dueAt : now,
  firstDueAt: dueAt > now ? dueAt : now,
  claimedAt: null,
  nextSweepAt: toInstant(addMs(new Date(dueAt > now ? dueAt : now), sweepGraceMs)),
  receipts: {},
});

/** How long a channel is tried. */
export const patienceMs = dayMs;
