import { channelKindOf } from "../../contract/channels/kinds.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { timelineText } from "../../contract/incidents/timeline-text.js";
import { eachOf } from "../../common/each-of.js";
import { raise } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ActedOn } from "../incidents/change-incidents.js";
import type { Activity } from "./channel-record.js";
import { formatUtc } from "./delivery-message.js";
import { deliveryId, putDelivery } from "./put-delivery.js";

type Deps = Pick<Dependencies, "channels" | "queue" | "clock" | "logger">;

const parallel = 10;
const waitingLookedAt = 20;

/**
 * Puts a person's action on some incidents into the outbox of each channel with threads that has reported them: one
 * delivery per channel, which becomes a reply in each incident's thread.
 */
export async function planActivity(
  deps: Deps,
  workspaceId: WorkspaceId,
  actedOn: readonly ActedOn[],
): Promise<void> {
  const [first] = actedOn.flatMap(({ entries }) => entries);
  if (!first?.actor) return;
  const [channels, routes] = await Promise.all([
    deps.channels.list(workspaceId),
    deps.channels.routes(workspaceId),
  ]);
  const closings = actedOn
    .map(({ incident, entries }) => ({
      incident,
      entries: entries.filter((entry) => entry.kind === "closed"),
    }))
    .filter(({ entries }) => entries.length > 0);
  // A route that leaves out recoveries leaves tickets open, too.
  const closesIn = (channelId: string): boolean =>
    routes.some((route) => route.channelId === channelId && route.changes === "all");
  for (const { id: channelId, kind } of channels.filter((one) => one.isOn)) {
    const { replies } = channelKindOf(kind);
    const posted = replies === "all" ? actedOn : replies === "closed" && closesIn(channelId) ? closings : [];
    if (posted.length === 0) continue;
    const reported = await reportedIn(deps, workspaceId, channelId, posted);
    if (reported.length === 0) continue;
    // The position in the timeline distinguishes an action from the next one.
    const places = reported.map(({ incident }) => `${incident.id} ${incident.entries}`).sort();
    await putDelivery(deps, workspaceId, deliveryId(channelId, "activity", ...places), {
      kind: "activity",
      channelId,
      about: first.actor.name,
      path: "/incidents",
      activity: reported.flatMap(activityOf),
      dueAt: first.at,
    });
  }
}

/** The incidents that the channel has reported, or will report in a waiting message. */
async function reportedIn(
  { channels }: Deps,
  workspaceId: WorkspaceId,
  channelId: string,
  actedOn: readonly ActedOn[],
): Promise<ActedOn[]> {
  const waiting = await channels.waiting(workspaceId, channelId, waitingLookedAt);
  const reported = new Set(
    waiting.flatMap(({ kind, changes }) =>
      kind === "run" ? changes.map(({ incidentId }) => incidentId) : [],
    ),
  );
  await eachOf(
    actedOn.filter(({ incident }) => !reported.has(incident.id)),
    parallel,
    async ({ incident: { id } }) => {
      if (await channels.thread(workspaceId, channelId, id)) reported.add(id);
    },
    (_, error) => raise(error as Error),
  );
  return actedOn.filter(({ incident }) => reported.has(incident.id));
}

/** One reply, however many timeline entries the action added: closing may also affect later runs. */
function activityOf({ incident, entries }: ActedOn): Activity[] {
  if (entries.length === 0) return [];
  const done = entries.map((entry) => timelineText(entry, formatUtc)).join(" and ");
  const comment = entries.find(({ kind }) => kind === "commented")?.text ?? null;
  const { id, assignee, finding } = incident;
  const isAssigned = entries.some(({ kind, actor }) => kind === "assigned" && actor?.uid !== assignee?.uid);
  return [
    {
      incidentId: id,
      headline: finding.headline,
      done,
      comment,
      assigneeUid: isAssigned ? (assignee?.uid ?? null) : null,
    },
  ];
}
