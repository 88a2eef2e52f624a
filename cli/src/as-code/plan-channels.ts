import { membersChannel } from "../../../functions/src/contract/channels/routes.js";
import { channelKindOf } from "../../../functions/src/contract/channels/kinds.js";
import type { ConfigFile } from "../../../functions/src/contract/integrations/config-file.js";
import { UsageError } from "../usage-error.js";
import { edited, known, type EntryChange, type Plan, type PlanOptions } from "./change.js";
import { secretOf } from "./entries.js";
import type { Workspace } from "./read-workspace.js";

/** Plans which secrets to send: those of new channels and new references, or of all channels with `sendSecrets`. */
export function planSecrets(
  { channels }: ConfigFile,
  workspace: Workspace,
  { sendSecrets }: PlanOptions,
  plan: Plan,
  saved: EntryChange[],
): void {
  for (const channel of channels) {
    const current = workspace.channels.find(({ entry: { id } }) => id === channel.id);
    if (!current && channelKindOf(channel.kind).isSigned)
      plan.notes.push(
        `Channel ${channel.id} signs its messages. To see the secret, rotate it in the app or through the API.`,
      );
    const secret = secretOf(channel);
    if (secret === null) continue;
    const { field, env } = secret;
    if (env === null) {
      if (!current)
        throw new UsageError(
          `channel ${channel.id} is new and needs its secret: add ${field}: { env: PLUMBLINE_NAME_OF_A_VARIABLE }`,
        );
      continue;
    }
    const isNew = !current || secretOf(current.entry)?.env !== env;
    if (!isNew && !sendSecrets) continue;
    plan.secrets.push({ channelId: channel.id, field, env });
    if (isNew) continue;
    const again = { field, before: "as stored", after: `sent again from $${env}` };
    const change = saved.find(({ entry }) => entry.id === channel.id);
    if (change?.action === "update") change.fields.push(again);
    else
      saved.push({
        action: "update",
        type: "channel",
        entry: channel,
        fields: [again],
        ...edited(current),
      });
  }
}

export function checkRoutes(
  file: ConfigFile,
  workspace: Workspace,
  deleted: EntryChange[],
  plan: Plan,
): void {
  const gone = new Set(deleted.map(({ entry }) => entry.id));
  const kept = workspace.channels.map(({ entry }) => entry).filter(({ id }) => !gone.has(id));
  const channels = new Map([...kept, ...file.channels, membersChannel].map(({ id, name }) => [id, name]));
  const setups = new Set([...workspace.setups.map(({ entry }) => entry), ...file.setups].map(({ id }) => id));
  for (const { id, channelId, connectionId, setupId } of file.routes) {
    if (!channels.has(channelId))
      throw new UsageError(`route ${id}: there is no channel ${channelId}; ${known(channels)}`);
    // The app ignores references to deleted objects; such a route matches nothing.
    if (connectionId !== null && !workspace.projects.has(connectionId))
      plan.notes.push(`Route ${id}: there is no connection ${connectionId}, so it sends nothing.`);
    if (setupId !== null && !setups.has(setupId))
      plan.notes.push(`Route ${id}: there is no setup ${setupId}, so it sends nothing.`);
  }
}

/** Deleting a channel deletes its routes, and somebody who doesn't know the file may have created those in the app. */
export function markRoutesOfTheApp(change: EntryChange, { routes }: Workspace): void {
  const lost = routes.find(
    ({ entry, fileRevision }) => entry.channelId === change.entry.id && fileRevision === null,
  );
  if (lost && change.action === "delete")
    change.conflict ??= `route ${lost.entry.id}, which was created in the app, sends to this channel and would be deleted too`;
}
