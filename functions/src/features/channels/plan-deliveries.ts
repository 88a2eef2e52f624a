import { channelKindOf } from "../../contract/channels/kinds.js";
import { isToMembers, type Route, type RouteInput } from "../../contract/channels/routes.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { findUse } from "../project-context/find-use.js";
import type { RunRecord } from "../runs/run-record.js";
import type { DeliveryRecord, MessageChange } from "./channel-record.js";
import { uncheckedOf } from "./delivery-message.js";
import { newNamesOf } from "../names/new-names-of.js";
import { matchesChange, matchesIncident, matchesNames, matchesProblem } from "./match-route.js";
import { deliveryId, putDelivery } from "./put-delivery.js";
import { reportedChanges } from "./reported-changes.js";
import { DateTime } from "luxon";
import { toInstant } from "../../common/time.js";

type Deps = Pick<Dependencies, "channels" | "queue" | "clock" | "logger">;
type RunDeps = Deps & Pick<Dependencies, "incidents" | "connections" | "objects" | "schema">;

/**
 * Puts what a run changed into the outbox: one message per channel, or the channel's next digest. Safe to
 * repeat for the same run: message ids are derived from the run, and a change that a message already has is
 * not added again. Members aren't emailed about recoveries only.
 */
export async function planDeliveries(deps: RunDeps, workspaceId: WorkspaceId, run: RunRecord): Promise<void> {
  const { alerts, warnings } = run.summary!.findings;
  const routes = (await routesToOpenChannels(deps, workspaceId)).filter(
    (route) => !isToMembers(route) || alerts + warnings > 0,
  );
  if (routes.length === 0) return;
  const changed = await deps.incidents.changedBy(workspaceId, run.id);
  const changes = reportedChanges(changed, await findUse(deps, workspaceId, run.setup.connection.id));
  const subject = { connectionId: run.setup.connection.id, setupId: run.setupId };
  const namesRoutes = routes.filter((route) => matchesNames(route, subject));
  const names = namesRoutes.length > 0 ? await newNamesOf(deps, workspaceId, run) : [];
  if (changes.length + names.length === 0) return;
  // Not the current time: planning a run again must give the same times.
  const at =
    changed
      .flatMap(({ entries }) => entries.map((entry) => entry.at))
      .sort()
      .at(-1) ??
    run.finishedAt ??
    run.createdAt;
  const incidents = new Map(changed.map(({ incident }) => [incident.id, incident]));
  const matches = (route: Route, change: MessageChange): boolean =>
    matchesChange(route, change.kind) &&
    matchesIncident(route, incidents.get(change.incidentId)!, run.setupId);

  const { projectName, projectId } = run.setup.connection;
  const about = projectName ?? projectId;
  for (const { channelId, dueAt, digestDays, chosen, hasNames } of groupChanges(
    routes,
    changes,
    at,
    matches,
    names.length > 0 ? namesRoutes : [],
  )) {
    const cause = digestDays === null ? [run.id] : ["digest", digestDays];
    const id = deliveryId(channelId, ...cause, dueAt ?? "");
    await putDelivery(deps, workspaceId, id, {
      kind: digestDays === null ? "run" : "digest",
      digestDays,
      channelId,
      runId: run.id,
      about: digestDays === null ? about : "all projects",
      path: digestDays === null ? `/reports/${run.id}` : "/incidents",
      changes: chosen,
      ...(hasNames && { names }),
      unchecked: [{ setupId: run.setupId, setupName: run.setup.name, text: uncheckedOf(run) }],
      dueAt: dueAt ?? at,
    });
  }
}

/** Puts a message that a setup could not run into the outbox, unless that was reported before. Safe to repeat. */
export async function planFailedRun(
  deps: Deps & Pick<Dependencies, "runs">,
  workspaceId: WorkspaceId,
  run: RunRecord,
): Promise<void> {
  if (await wasReported(deps, workspaceId, run)) return;
  const at = run.finishedAt ?? run.createdAt;
  const subject = { connectionId: run.setup.connection.id, setupId: run.setupId };
  const open = await routesToOpenChannels(deps, workspaceId);
  const channelIds = new Set(
    open.filter((route) => matchesProblem(route, subject)).map(({ channelId }) => channelId),
  );
  for (const channelId of channelIds)
    await putDelivery(
      deps,
      workspaceId,
      deliveryId(channelId, run.id, run.pausedSetup ? "pause" : "problem"),
      {
        kind: "problem",
        channelId,
        runId: run.id,
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
      },
    );
}

const runsLookedAt = 50;

/** Whether an earlier scheduled run failed for the same reason since the setup's last report. */
async function wasReported(
  { runs }: Pick<Dependencies, "runs">,
  workspaceId: WorkspaceId,
  run: RunRecord,
): Promise<boolean> {
  if (run.pausedSetup) return false;
  const { items } = await runs.list(workspaceId, { limit: runsLookedAt }, run.setupId);
  const before = items.filter(({ id, createdAt }) => id !== run.id && createdAt <= run.createdAt);
  const lastReport = before.findIndex(({ summary }) => summary !== null);
  return before
    .slice(0, lastReport < 0 ? undefined : lastReport)
    .some(
      ({ status, trigger, error }) =>
        status === "failed" && trigger === "scheduled" && error?.code === run.error?.code,
    );
}

/** The routes whose channel is on. */
async function routesToOpenChannels(
  { channels }: Pick<Deps, "channels">,
  workspaceId: WorkspaceId,
): Promise<Route[]> {
  const [routes, all] = await Promise.all([channels.routes(workspaceId), channels.list(workspaceId)]);
  const open = new Map(all.filter(({ isOn }) => isOn).map(({ id, kind }) => [id, channelKindOf(kind)]));
  return routes
    .filter((route) => open.has(route.channelId) || isToMembers(route))
    .map((route) => ({
      ...route,
      includesNewNames: route.includesNewNames && open.get(route.channelId)!.canDigest,
    }));
}

const daysOf = { now: null, daily: 1, weekly: 7 } as const;

type Group = {
  channelId: string;
  dueAt: string | null;
  digestDays: DeliveryRecord["digestDays"];
  chosen: MessageChange[];
  /** Whether it also says what is new about names. */
  hasNames: boolean;
};

/** Groups what a run changed for sending: each change and the names once per channel, by the route that sends it first. */
function groupChanges(
  routes: readonly Route[],
  changes: readonly MessageChange[],
  at: string,
  matches: (route: Route, change: MessageChange) => boolean,
  namesRoutes: readonly Route[],
): Group[] {
  const due = routes.map((route) => ({
    route,
    dueAt: dueTime(route, at),
    digestDays: daysOf[route.timing.kind],
  }));
  due.sort(
    (a, b) =>
      Number(a.digestDays !== null) - Number(b.digestDays !== null) ||
      (a.dueAt ?? "").localeCompare(b.dueAt ?? "") ||
      (a.digestDays ?? 0) - (b.digestDays ?? 0),
  );
  const taken = new Set<string>();
  const groups = new Map<string, Group>();
  for (const { route, dueAt, digestDays } of due) {
    const { channelId } = route;
    /** Whether this route is the first that sends it to the channel. */
    const takes = (what: string): boolean => {
      const isFirst = !taken.has(`${channelId} ${what}`);
      taken.add(`${channelId} ${what}`);
      return isFirst;
    };
    const chosen = changes.filter((change) => matches(route, change) && takes(change.incidentId));
    const hasNames = namesRoutes.includes(route) && takes("names");
    if (chosen.length === 0 && !hasNames) continue;
    const key = JSON.stringify([channelId, digestDays, dueAt]);
    const group = groups.get(key);
    groups.set(key, {
      channelId,
      dueAt,
      digestDays,
      chosen: [...(group?.chosen ?? []), ...chosen],
      hasNames: hasNames || (group?.hasNames ?? false),
    });
  }
  return [...groups.values()];
}

/**
 * When a route sends a change that happened at `at`.
 * @returns the instant; null for immediately
 */
export function dueTime(
  { timing, timeZone, quietHours }: Pick<RouteInput, "timing" | "timeZone" | "quietHours">,
  at: string,
): string | null {
  const local = DateTime.fromISO(at, { zone: timeZone });
  if (timing.kind === "now") {
    if (quietHours === null || !isWithin(local.hour, quietHours)) return null;
    return instantOf(nextHour(local, quietHours.to));
  }
  const next = nextHour(local, timing.hour);
  if (timing.kind === "daily") return instantOf(next);
  const days = (timing.weekday - next.weekday + 7) % 7;
  return instantOf(next.plus({ days }).set({ hour: timing.hour }));
}

/** Quiet hours may span midnight. */
const isWithin = (hour: number, { from, to }: { from: number; to: number }): boolean =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to;

/** The first time after `local` when local clocks show this full hour. */
function nextHour(local: DateTime, hour: number): DateTime {
  const today = local.startOf("day").set({ hour });
  return today > local ? today : local.startOf("day").plus({ days: 1 }).set({ hour });
}

const instantOf = (time: DateTime): string => toInstant(time.toJSDate());
