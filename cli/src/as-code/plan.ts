import { membersRoute } from "../../../functions/src/contract/channels/routes.js";
import type { ConfigFile } from "../../../functions/src/contract/integrations/config-file.js";
import { UsageError } from "../usage-error.js";
import { edited, known, type EntryChange, type FieldChange, type Plan, type PlanOptions } from "./change.js";
import type { Entries, EntryType } from "./entries.js";
import { entryFields, entryTitle } from "./entry-text.js";
import { checkRoutes, markRoutesOfTheApp, planSecrets } from "./plan-channels.js";
import { planExclusions } from "./plan-exclusions.js";
import { planNames } from "./plan-names.js";
import type { Current, Workspace } from "./read-workspace.js";

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
  for (const { connectionId } of [...file.setups, ...file.exclusions, ...file.names])
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
