import { membersRoute } from "../../../functions/src/contract/channels/routes.js";
import type { ConfigFile, FileExclusions } from "../../../functions/src/contract/integrations/config-file.js";
import { UsageError } from "../usage-error.js";
import {
  edited,
  known,
  type EntryChange,
  type FieldChange,
  type Plan,
  type PlanOptions,
  type NamesChange,
} from "./change.js";
import type { Entries, EntryType } from "./entries.js";
import { entryFields, entryTitle } from "./entry-text.js";
import { checkRoutes, markRoutesOfTheApp, planSecrets } from "./plan-channels.js";
import {
  switchKey,
  type CurrentExclusions,
  type Workspace,
  type Current,
  type CurrentNames,
} from "./read-workspace.js";
import type { UpdateDataSettings } from "../../../functions/src/contract/data-settings.js";

/**
 * Plans the changes that make the workspace match the file.
 * @throws UsageError when the file names a connection or channel that doesn't exist, or lacks a required secret
 */
export function planChanges(file: ConfigFile, workspace: Workspace, options: PlanOptions): Plan {
  checkConnections(file, workspace);
  const plan: Plan = {
    changes: [],
    adopted: { entries: [], exclusions: [], names: [] },
    secrets: [],
    notes: [],
  };
  const planner = new EntryPlanner(plan, options);
  const setups = planner.of("setup", file.setups, workspace.setups);
  plan.changes.push(...setups.saved, ...setups.deleted);
  for (const current of workspace.exclusions) planExclusions(file, current, workspace, options.prune, plan);
  for (const current of workspace.names) planNames(file, current, workspace, options.prune, plan);

  if (workspace.isAdmin) {
    const channels = planner.of("channel", file.channels, workspace.channels);
    const routes = planner.of("route", file.routes, workspace.routes);
    planSecrets(file, workspace, options, plan, channels.saved);
    checkRoutes(file, workspace, channels.deleted, plan);
    for (const change of channels.deleted) markRoutesOfTheApp(change, workspace);
    plan.changes.push(...channels.saved, ...routes.saved, ...routes.deleted, ...channels.deleted);
  } else if (file.channels.length + file.routes.length > 0)
    throw new UsageError("the file has channels or routes; they need a token that an admin created");
  return plan;
}

function checkConnections(file: ConfigFile, { projects }: Workspace): void {
  for (const { connectionId } of [...file.setups, ...file.exclusions, ...file.segments, ...file.names])
    if (!projects.has(connectionId))
      throw new UsageError(`there is no connection ${connectionId}; ${known(projects)}`);
}

/** Compares lists of entries. */
class EntryPlanner {
  constructor(
    private readonly plan: Plan,
    private readonly options: PlanOptions,
  ) {}

  of<T extends EntryType>(
    type: T,
    wanted: readonly Entries[T][],
    currents: readonly Current<T>[],
  ): { saved: EntryChange[]; deleted: EntryChange[] } {
    const saved: EntryChange[] = [];
    for (const entry of wanted) {
      const current = currents.find(({ entry: { id } }) => id === entry.id);
      if (!current) {
        saved.push({ action: "create", type, entry } as EntryChange);
        continue;
      }
      const fields = changedFields(type, current.entry, entry);
      const change = { action: "update", type, entry, fields, ...edited(current) } as EntryChange;
      if (fields.length > 0) saved.push(change);
      else if (current.fileRevision !== current.revision) this.plan.adopted.entries.push(change);
    }
    const inFile = new Set(wanted.map(({ id }) => id));
    const deleted: EntryChange[] = [];
    for (const current of currents.filter(({ entry: { id } }) => !inFile.has(id))) {
      const { entry, fileRevision } = current;
      const title = entryTitle(type, entry);
      const start = `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
      if (fileRevision === null) {
        // Workspaces begin with the route to members.
        if (entry.id !== membersRoute.id)
          this.plan.notes.push(`${start} was created in the app and is not in the file.`);
      } else if (this.options.prune)
        deleted.push({ action: "delete", type, entry, ...edited(current) } as EntryChange);
      else this.plan.notes.push(`${start} is no longer in the file; --prune deletes it.`);
    }
    return { saved, deleted };
  }
}

function changedFields<T extends EntryType>(type: T, before: Entries[T], after: Entries[T]): FieldChange[] {
  if ("kind" in before && "kind" in after && before.kind !== after.kind)
    throw new UsageError(
      `channel ${after.id} has the kind ${before.kind}, which cannot change; use another id for the new channel`,
    );
  const [textsBefore, textsAfter] = [entryFields(type, before), entryFields(type, after)];
  // Checks that aren't selected have no field.
  const missing = type === "setup" ? "off" : "";
  return [...new Set([...textsBefore.keys(), ...textsAfter.keys()])]
    .map((field) => ({
      field,
      before: textsBefore.get(field) ?? missing,
      after: textsAfter.get(field) ?? missing,
    }))
    .filter((change) => change.before !== change.after);
}

/** Plans the patterns of a connection's names. Those made in the app are never removed. */
function planNames(
  file: ConfigFile,
  { connectionId, patterns }: CurrentNames,
  { projects }: Workspace,
  prune: boolean,
  plan: Plan,
): void {
  const project = projects.get(connectionId)!;
  const { approved = [], ignored = [] } =
    file.names.find((entry) => entry.connectionId === connectionId) ?? {};
  const wanted = new Map<string, "approved" | "ignored">([
    ...approved.map((pattern) => [pattern, "approved"] as const),
    ...ignored.map((pattern) => [pattern, "ignored"] as const),
  ]);
  const decide = { action: "decide", connectionId, project, conflict: null } as const;
  const change: NamesChange = { ...decide, decisions: [] };
  const adopted: NamesChange = { ...decide, decisions: [] };
  for (const [pattern, state] of wanted) {
    const current = patterns.find((one) => one.pattern === pattern);
    if (current?.state !== state) {
      change.decisions.push({ pattern, state });
      if (current && !current.isFromFile) change.conflict ??= `the pattern ${pattern} was decided in the app`;
    } else if (!current.isFromFile) adopted.decisions.push({ pattern, state });
  }
  for (const { pattern, isFromFile } of patterns.filter((one) => !wanted.has(one.pattern)))
    if (!isFromFile) plan.notes.push(`${project}: the pattern ${pattern} was made in the app.`);
    else if (prune) change.decisions.push({ pattern, state: "new" });
    else plan.notes.push(`${project}: the pattern ${pattern} is no longer in the file; --prune removes it.`);
  if (change.decisions.length > 0) plan.changes.push(change);
  if (adopted.decisions.length > 0) plan.adopted.names.push(adopted);
}

/** Plans what a connection leaves out, and what it is segmented by. Both are one revision of its data settings. */
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
  const segmentBy = file.segments.find((entry) => entry.connectionId === connectionId)?.properties ?? null;
  const isPruned = prune && current.fileRevision !== null;
  const before = switchesOf(current);
  const after = wanted || isPruned ? switchesOf(wanted) : before;
  const isSegmentedAnew =
    (segmentBy !== null || isPruned) && textOfNames(segmentBy) !== textOfNames(current.segmentBy);
  const unknown = [...after].filter(([key]) => !ids.has(key));
  for (const [, { text }] of unknown)
    plan.notes.push(`${project}: there is no ${text} to exclude (yet); sync the data settings.`);
  const exclude = [...after].filter(([key]) => !before.has(key) && ids.has(key));
  const include = [...before].filter(([key]) => !after.has(key));
  if (exclude.length + include.length === 0 && !isSegmentedAnew) {
    if ((wanted || segmentBy) && current.fileRevision !== current.revision)
      plan.adopted.exclusions.push(current);
    return;
  }
  const body: UpdateDataSettings = {
    events: [],
    eventProperties: [],
    userProperties: [],
    ...(isSegmentedAnew && { segmentBy }),
  };
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

const textOfNames = (names: readonly string[] | null): string => JSON.stringify(names?.toSorted());

type Switch = { text: string; list: Exclude<keyof UpdateDataSettings, "segmentBy"> };

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
