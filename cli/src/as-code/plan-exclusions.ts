import type { ConfigFile, FileExclusions } from "../../../functions/src/contract/integrations/config-file.js";
import type { UpdateDataSettings } from "../../../functions/src/contract/data-settings.js";
import { edited, type Plan } from "./change.js";
import { switchKey, type CurrentExclusions, type Workspace } from "./read-workspace.js";

export function planExclusions(
  file: ConfigFile,
  current: CurrentExclusions,
  { projects }: Workspace,
  prune: boolean,
  plan: Plan,
): void {
  const { connectionId, ids } = current;
  const project = projects.get(connectionId)!;
  const wanted = file.exclusions.find((entry) => entry.connectionId === connectionId);
  if (!wanted && !(prune && current.fileRevision !== null)) return;
  const before = switchesOf(current);
  const after = switchesOf(wanted);
  const unknown = [...after].filter(([key]) => !ids.has(key));
  for (const [, { text }] of unknown)
    plan.notes.push(`${project}: there is no ${text} to exclude (yet); sync the data settings.`);
  const exclude = [...after].filter(([key]) => !before.has(key) && ids.has(key));
  const include = [...before].filter(([key]) => !after.has(key));
  if (exclude.length + include.length === 0) {
    if (wanted && current.fileRevision !== current.revision) plan.adopted.exclusions.push(current);
    return;
  }
  const body: Required<UpdateDataSettings> = { events: [], eventProperties: [], userProperties: [] };
  for (const [list, isExcluded] of [
    [exclude, true],
    [include, false],
  ] as const)
    for (const [key, { list: name }] of list) body[name].push({ id: ids.get(key)!, isExcluded });
  const textOf = ([, { text }]: [string, Switch]) => text;
  plan.changes.push({
    action: "exclude",
    connectionId,
    project,
    exclude: exclude.map(textOf),
    include: include.map(textOf),
    body,
    // At revision 1 nobody has edited the exclusions, so there is no edit to conflict with.
    ...edited(current.revision === 1 ? { ...current, fileRevision: 1 } : current),
  });
}

type Switch = { text: string; list: keyof UpdateDataSettings };

function switchesOf(lists: FileExclusions | undefined): Map<string, Switch> {
  const switches = new Map<string, Switch>();
  for (const name of lists?.events ?? [])
    switches.set(switchKey("event", name), { text: `event ${name}`, list: "events" });
  for (const { event, properties } of lists?.eventProperties ?? [])
    for (const name of properties)
      switches.set(switchKey("eventProperty", event, name), {
        text: `property ${name} of ${event}`,
        list: "eventProperties",
      });
  for (const name of lists?.userProperties ?? [])
    switches.set(switchKey("userProperty", name), { text: `user property ${name}`, list: "userProperties" });
  return switches;
}
