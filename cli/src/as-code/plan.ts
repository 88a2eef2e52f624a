import type { Edits } from "../../../functions/src/contract/common.js";
import type {
  ConfigFile,
  FileExclusions,
  FileSetup,
} from "../../../functions/src/contract/integrations/config-file.js";
import type { UpdateDataSettings } from "../../../functions/src/contract/data-settings.js";
import { UsageError } from "../usage-error.js";
import { switchKey, type CurrentExclusions, type CurrentSetup, type Workspace } from "./read-workspace.js";

type Edited = {
  revision: number;
  /** Why it would undo an edit that the file does not know; null when it does not. */ conflict:
    string | null;
};
type FieldChange = { field: string; before: string; after: string };

export type Change =
  | { kind: "create-setup"; setup: FileSetup }
  | ({ kind: "update-setup"; setup: FileSetup; fields: FieldChange[] } & Edited)
  | ({ kind: "delete-setup"; setup: FileSetup } & Edited)
  | ({
      kind: "change-exclusions";
      connectionId: string;
      project: string;
      exclude: string[];
      include: string[];
      body: Required<UpdateDataSettings>;
    } & Edited);

export type Plan = {
  changes: Change[];
  /** What the file and the workspace agree on, but was edited in the app last: from now on it counts as the file's. */
  adopted: { setups: CurrentSetup[]; exclusions: CurrentExclusions[] };
  /** Worth knowing, and no change. */
  notes: string[];
};

/**
 * What has to change so that the workspace is as the file says.
 * @param prune whether what was once applied from a file, and is no longer in it, goes
 * @throws UsageError when the file names a connection that is not there
 */
export function planChanges(file: ConfigFile, workspace: Workspace, prune: boolean): Plan {
  checkConnections(file, workspace);
  const plan: Plan = { changes: [], adopted: { setups: [], exclusions: [] }, notes: [] };
  planSetups(file, workspace, prune, plan);
  for (const current of workspace.exclusions) planExclusions(file, current, workspace, prune, plan);
  return plan;
}

function checkConnections(file: ConfigFile, { projects }: Workspace): void {
  for (const { connectionId } of [...file.setups, ...file.exclusions])
    if (!projects.has(connectionId)) {
      const known = [...projects].map(([id, project]) => `${id} (${project})`).join(", ");
      throw new UsageError(`there is no connection ${connectionId}; there are: ${known || "none"}`);
    }
}

function planSetups(file: ConfigFile, workspace: Workspace, prune: boolean, plan: Plan): void {
  const inFile = new Set(file.setups.map(({ id }) => id));
  for (const setup of file.setups) {
    const current = workspace.setups.find(({ id }) => id === setup.id);
    if (!current) {
      plan.changes.push({ kind: "create-setup", setup });
      continue;
    }
    const fields = changedFields(current, setup);
    if (fields.length > 0) plan.changes.push({ kind: "update-setup", setup, fields, ...edited(current) });
    else if (current.fileRevision !== current.revision) plan.adopted.setups.push(current);
  }
  for (const current of workspace.setups.filter(({ id }) => !inFile.has(id))) {
    if (current.fileRevision === null)
      plan.notes.push(`Setup ${current.id} (${current.name}) was made in the app and is not in the file.`);
    else if (prune) plan.changes.push({ kind: "delete-setup", setup: current, ...edited(current) });
    else
      plan.notes.push(`Setup ${current.id} (${current.name}) is no longer in the file; --prune deletes it.`);
  }
}

const edited = ({ revision, fileRevision }: Edits): Edited => ({
  revision,
  conflict:
    fileRevision === revision
      ? null
      : fileRevision === null
        ? "it was never applied from a file"
        : "it was edited in the app after the file was last applied",
});

function changedFields(before: FileSetup, after: FileSetup): FieldChange[] {
  const { selectedDetectors: checksBefore, ...plainBefore } = before;
  const { selectedDetectors: checksAfter, ...plainAfter } = after;
  const fields = (Object.keys(plainAfter) as (keyof typeof plainAfter)[]).map((field) => ({
    field: field,
    before: String(plainBefore[field]),
    after: String(plainAfter[field]),
  }));
  const settingsOf = (checks: FileSetup["selectedDetectors"], key: string): string => {
    const settings = checks.find((check) => check.key === key)?.settings;
    return settings ? `${settings.checkBackDays} days, ${settings.thresholdPercent}%` : "off";
  };
  const keys = new Set([...checksBefore, ...checksAfter].map(({ key }) => key));
  const checks = [...keys].map((key) => ({
    field: key,
    before: settingsOf(checksBefore, key),
    after: settingsOf(checksAfter, key),
  }));
  return [...fields, ...checks].filter((change) => change.before !== change.after);
}

function planExclusions(
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
    kind: "change-exclusions",
    connectionId,
    project,
    exclude: exclude.map(textOf),
    include: include.map(textOf),
    body,
    // What nobody has edited yet is nobody's edit to undo.
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
