import { channelKindNames, channelKindOf } from "../../../contract/channels/kinds.js";
import { forEachTenantRecord, type TenantRecord } from "../../../common/tenant-records.js";
import { addMs, minuteMs, toInstant } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { ChannelRecord } from "../channel-record.js";
import { putDelivery } from "../put-delivery.js";

type Deps = Pick<Dependencies, "channels" | "workspaces" | "queue" | "clock" | "ids" | "logger">;

const pageSize = 200;
const concurrency = 10;
const entriesPerMessage = 200;
/**
 * An entry has the time at which it was made, and is stored shortly after. It is sent once no request can still store an
 * earlier one, so none is skipped.
 */
const settledAfterMs = 2 * minuteMs;

/**
 * Plans the next message of each channel that gets the audit log. A channel has one at a time, which begins after the last
 * entry that arrived: entries that couldn't be delivered are tried again, also after the channel was off.
 * @returns how many
 */
export async function planAudit(deps: Deps, until: Date): Promise<number> {
  let planned = 0;
  for (const kind of channelKindNames.filter((one) => channelKindOf(one).receives === "audit"))
    await forEachTenantRecord(
      deps.channels.ofKind(kind, pageSize),
      concurrency,
      () => deps.clock.now() >= until,
      async (item) => {
        if (await planNext(deps, item)) planned++;
      },
      ({ workspaceId, record }, error) =>
        deps.logger.error("audit log not sent", { workspaceId, channelId: record.id }, error),
    );
  return planned;
}

async function planNext(deps: Deps, { workspaceId, record }: TenantRecord<ChannelRecord>): Promise<boolean> {
  const { id } = record;
  if (!record.isOn || (await deps.channels.waiting(workspaceId, id, 1)).length > 0) return false;
  // Read again: its last message may have arrived since the page was read.
  const channel = await deps.channels.find(workspaceId, id);
  if (!channel?.isOn) return false;
  const { createdAt, lastAudit } = channel;
  const now = toInstant(deps.clock.now());
  const settled = toInstant(addMs(deps.clock.now(), -settledAfterMs));
  const after = lastAudit ?? { createdAt, id: null };
  const audit = await deps.workspaces.auditAfter(workspaceId, after, settled, entriesPerMessage);
  if (audit.length === 0) return false;
  const about = audit.length === 1 ? "1 entry of the audit log" : `${audit.length} entries of the audit log`;
  await putDelivery(deps, workspaceId, deps.ids.next(), {
    ...{ kind: "audit", channelId: id, about, path: "/settings/audit", audit, dueAt: now },
  });
  return true;
}
