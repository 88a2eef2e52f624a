import type { WorkspaceId } from "../../contract/workspaces.js";
import { addMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../../common/task-id.js";
import { changeKinds, type DeliveryRecord, type MessageChange } from "./channel-record.js";
import { enqueueDelivery, sweepGraceMs } from "./enqueue-delivery.js";

type Deps = Pick<Dependencies, "channels" | "queue" | "clock" | "logger">;

/** Changes kept per message; ten are shown. */
const changesKept = 100;

/** The same channel and cause give the same id, so that a message that is planned again is stored once. */
export const deliveryId = (channelId: string, ...cause: (string | number)[]): string =>
  taskId("delivery", channelId, ...cause).slice(0, 40);

type Draft = Pick<DeliveryRecord, "kind" | "channelId" | "about" | "path" | "dueAt"> &
  Partial<DeliveryRecord>;

/**
 * Creates the delivery, or adds to a waiting one: a digest grows until its first try. Changes that come too late
 * for a digest are sent after it.
 */
export async function putDelivery(
  deps: Deps,
  workspaceId: WorkspaceId,
  id: string,
  draft: Draft,
): Promise<void> {
  const { changes = [], names = [], unchecked = [] } = draft;
  let late: Required<Pick<Draft, "changes" | "names">> = { changes: [], names: [] };
  const saved = await deps.channels.changeDelivery(workspaceId, id, (before) => {
    late = { changes: [], names: [] };
    if (!before) {
      const kept = { changes: changes.slice(0, changesKept), names: names.slice(0, changesKept) };
      return newDelivery(id, { ...draft, ...kept }, deps.clock.now());
    }
    if (before.kind !== "digest") return null;
    if (before.status === "waiting" && before.attempts === 0)
      return {
        ...before,
        changes: mergeChanges(before.changes, changes),
        names: [...before.names, ...unsentNames(before, names)].slice(0, changesKept),
        unchecked: [
          ...new Map([...before.unchecked, ...unchecked].map((one) => [one.setupId, one])).values(),
        ],
      };
    late = {
      changes: changes.filter(
        ({ incidentId, kind }) =>
          !before.changes.some((change) => change.incidentId === incidentId && change.kind === kind),
      ),
      names: unsentNames(before, names),
    };
    return null;
  });
  if (late.changes.length + late.names.length > 0)
    return putDelivery(deps, workspaceId, taskId(id, "late").slice(0, 40), { ...draft, ...late });
  if (saved?.status === "waiting") await enqueueDelivery(deps, workspaceId, saved);
}

const unsentNames = ({ names }: DeliveryRecord, more: DeliveryRecord["names"]): DeliveryRecord["names"] =>
  more.filter(({ id }) => !names.some((name) => name.id === id));

/** Keeps only the latest change of each incident, because a digest reports the current state. */
function mergeChanges(before: readonly MessageChange[], more: readonly MessageChange[]): MessageChange[] {
  const latest = new Map([...before, ...more].map((change) => [change.incidentId, change]));
  return [...latest.values()]
    .sort((a, b) => changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind))
    .slice(0, changesKept);
}

/** A delivery that waits for its first try, which is due now if its time has passed. */
export function newDelivery(id: string, draft: Draft, now: Date): DeliveryRecord {
  const createdAt = toInstant(now);
  const dueAt = draft.dueAt > createdAt ? draft.dueAt : createdAt;
  return {
    changes: [],
    names: [],
    unchecked: [],
    activity: [],
    audit: [],
    text: null,
    problemKey: null,
    digestDays: null,
    runId: null,
    uid: null,
    ...draft,
    id,
    createdAt,
    dueAt,
    firstDueAt: dueAt,
    status: "waiting",
    attempts: 0,
    answer: null,
    answeredAt: null,
    claimedUntil: null,
    nextSweepAt: toInstant(addMs(new Date(dueAt), sweepGraceMs)),
    receipts: {},
  };
}
