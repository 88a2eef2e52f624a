import { channelKindOf } from "../../contract/channels/kinds.js";
import {
  membersChannel,
  isToMembers,
  membersRoute,
  type CreateRoute,
  type Route,
  type RouteInput,
  type RoutePreview,
  type UpdateRoute,
} from "../../contract/channels/routes.js";
import type { Edit } from "../../contract/common.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { assertRevision, editsAfter } from "../../common/edits.js";
import { addMs, dayMs, toInstant } from "../../common/time.js";
import { AppError, notFound } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import type { Actor } from "../workspaces/actor.js";
import { newAuditEntry } from "../workspaces/audit.js";
import { matchesIncident } from "./match-route.js";

type Deps = Pick<Dependencies, "channels" | "workspaces" | "ids" | "clock" | "incidents" | "runs">;

/** The route to members first, then the others, oldest first. */
export async function listRoutes(
  { channels }: Pick<Deps, "channels">,
  workspaceId: WorkspaceId,
): Promise<Route[]> {
  const routes = await channels.routes(workspaceId);
  return routes.sort((a, b) => Number(isToMembers(b)) - Number(isToMembers(a)));
}

/**
 * @throws AppError `limit-reached`, `id-taken`; `not-found` if its channel is unknown; `invalid-request` for
 * a channel that gets no findings, a digest to a channel without digests, and for a route to members with filters or times
 */
export async function createRoute(
  deps: Deps,
  actor: Actor,
  { id: chosenId, ...input }: CreateRoute,
  fromFile = false,
): Promise<Route> {
  const id = chosenId ?? (isToMembers(input) ? membersRoute.id : deps.ids.next());
  const target = await assertChannelAllows(deps, actor.workspaceId, { ...input, id });
  const createdAt = toInstant(deps.clock.now());
  const route = { ...input, id, createdAt, revision: 1, fileRevision: fromFile ? 1 : null };
  await deps.channels.createRoute(
    actor.workspaceId,
    route,
    newAuditEntry(deps, actor, "route.created", target),
  );
  return route;
}

/**
 * Changes a route; what the body leaves out keeps its value.
 * @throws AppError like `createRoute`, and `edit-conflict`
 */
export async function updateRoute(
  deps: Deps,
  actor: Actor,
  id: string,
  input: UpdateRoute,
  edit: Edit = { fromFile: false },
): Promise<Route> {
  const stored = (await deps.channels.routes(actor.workspaceId)).find((route) => route.id === id);
  if (!stored) throw notFound("route");
  const target = await assertChannelAllows(deps, actor.workspaceId, { ...stored, ...input });
  const entry = newAuditEntry(deps, actor, "route.updated", target);
  return deps.channels.updateRoute(
    actor.workspaceId,
    id,
    (before) => {
      const after = { ...before, ...input };
      return { ...after, ...editsAfter(before, edit, JSON.stringify(after) !== JSON.stringify(before)) };
    },
    entry,
  );
}

/** @throws AppError `not-found`, `edit-conflict` */
export async function deleteRoute(deps: Deps, actor: Actor, id: string, revision?: number): Promise<void> {
  const route = (await deps.channels.routes(actor.workspaceId)).find((one) => one.id === id);
  const channel =
    route &&
    (isToMembers(route) ? membersChannel : await deps.channels.find(actor.workspaceId, route.channelId));
  const entry = newAuditEntry(deps, actor, "route.deleted", channel?.name ?? "");
  await deps.channels.deleteRoute(actor.workspaceId, id, (stored) => {
    assertRevision(stored, revision);
    return entry;
  });
}

/** @returns the channel's name */
async function assertChannelAllows(
  { channels }: Deps,
  workspaceId: WorkspaceId,
  route: RouteInput & { id: string },
): Promise<string> {
  const { id, channelId, timing } = route;
  if (isToMembers(route) || id === membersRoute.id) {
    const isSame = Object.entries(membersRoute).every(
      ([field, value]) => JSON.stringify(route[field as keyof typeof route]) === JSON.stringify(value),
    );
    if (isSame) return membersChannel.name;
    throw new AppError("invalid-request", "The route to members has other fields.", {
      userMessage: `The route to members has the id ${membersRoute.id} and no filters, sends right after each run, in UTC, and includes failed runs.`,
    });
  }
  const channel = await channels.find(workspaceId, channelId);
  if (!channel) throw notFound("channel");
  const { canDigest, label, receives } = channelKindOf(channel.kind);
  if (receives !== "findings")
    throw new AppError("invalid-request", `${label}: it gets no findings.`, {
      userMessage: `“${channel.name}” gets the audit log and no findings. Choose another channel.`,
    });
  if (!canDigest && timing.kind !== "now")
    throw new AppError("invalid-request", `${label} channels have no digests.`, {
      userMessage: `${label} can't receive digests. Choose “Right after each run”.`,
    });
  return channel.name;
}

const previewDays = 28;
/** Read at most this many open and this many closed incidents. */
const incidentsRead = 200;
const perPage = 100;

/** Which incidents of the last 28 days a route would have sent, judged by their current state. */
export async function previewRoute(
  deps: Deps,
  { workspaceId }: Actor,
  route: RouteInput,
): Promise<RoutePreview> {
  const since = toInstant(addMs(deps.clock.now(), -previewDays * dayMs));
  const incidents = [
    ...(await recentIncidents(deps, workspaceId, false, since)),
    ...(await recentIncidents(deps, workspaceId, true, since)),
  ];
  const setups = new Map<string, string | null>();
  if (route.setupId !== null)
    for (const { finding } of incidents)
      if (!setups.has(finding.runId))
        setups.set(finding.runId, (await deps.runs.find(workspaceId, finding.runId))?.setupId ?? null);
  const matching = incidents.filter((incident) =>
    matchesIncident(route, incident, setups.get(incident.finding.runId) ?? null),
  );
  return {
    total: incidents.length,
    matching: matching
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .map(({ id, createdAt, finding: { headline, severity } }) => ({ id, createdAt, headline, severity })),
  };
}

async function recentIncidents(
  { incidents }: Deps,
  workspaceId: WorkspaceId,
  isClosed: boolean,
  since: string,
): Promise<IncidentRecord[]> {
  const found: IncidentRecord[] = [];
  for (let cursor: string | undefined; found.length < incidentsRead;) {
    const page = await incidents.list(workspaceId, { isClosed }, { limit: perPage, cursor });
    found.push(...page.items.filter(({ createdAt }) => createdAt >= since));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
    if (isClosed && (page.items.at(-1)?.createdAt ?? since) < since) break;
  }
  return found.slice(0, incidentsRead);
}
