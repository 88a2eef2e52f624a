import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { ConfigFile } from "../../../functions/src/contract/integrations/config-file.js";
import { applyPlan } from "../as-code/apply.js";
import {
  configFileJsonSchema,
  formatConfigFile,
  parseConfigFile,
  withoutDefaults,
} from "../as-code/config-file.js";
import { planChanges, type Change, type Plan } from "../as-code/plan.js";
import { readWorkspace, toConfigFile } from "../as-code/read-workspace.js";
import { assertUnread, json, printable, type Io } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { UsageError } from "../usage-error.js";

export const defaultFile = "plumbline.yml";

export function printSchema(io: Io): ExitCode {
  io.out(json(configFileJsonSchema()));
  return 0;
}

export async function exportConfig({ io, client, isJson }: Session): Promise<ExitCode> {
  const workspace = await readWorkspace(client);
  const file = toConfigFile(workspace);
  io.out(isJson ? json(withoutDefaults(file)) : formatConfigFile(file, workspace.projects));
  return 0;
}

export async function showPlan(
  session: Session,
  name: string,
  { prune = false }: { prune?: boolean },
): Promise<ExitCode> {
  const plan = await planOf(session, name, prune);
  const { io, isJson } = session;
  if (isJson) io.out(json({ changes: plan.changes.map(toJson), notes: plan.notes }));
  else io.out(planText(plan));
  return plan.changes.length > 0 ? 1 : 0;
}

export async function applyConfig(
  session: Session,
  name: string,
  { prune = false, overwrite = false }: { prune?: boolean; overwrite?: boolean },
): Promise<ExitCode> {
  const { io, client, isJson } = session;
  const plan = await planOf(session, name, prune);
  const conflicts = plan.changes.filter((change) => conflictOf(change) !== null);
  if (conflicts.length > 0 && !overwrite) {
    if (isJson) io.out(json({ changes: plan.changes.map(toJson), notes: plan.notes }));
    else io.out(planText(plan));
    throw new UsageError(
      "nothing was applied, because that would undo edits that the file does not know; export again and merge, or use --overwrite",
    );
  }
  const applied = await applyPlan(client, plan);
  const failed = applied.filter(({ error }) => error !== null);
  if (isJson)
    io.out(
      json({
        changes: applied.map(({ change, error }) => ({ ...toJson(change), error })),
        notes: plan.notes,
      }),
    );
  else {
    io.out(planText(plan, "done"));
    for (const { change, error } of failed) io.note(`Not done: ${titleOf(change)}: ${printable(error!)}\n`);
  }
  return failed.length > 0 ? 2 : 0;
}

async function planOf({ io, client }: Session, name: string, prune: boolean): Promise<Plan> {
  const file = await readConfig(io, name);
  return planChanges(file, await readWorkspace(client), prune);
}

async function readConfig(io: Io, name: string): Promise<ConfigFile> {
  if (name === "-") {
    assertUnread(io.stdin);
    return parseConfigFile(await text(io.stdin), "standard input");
  }
  let content: string;
  try {
    content = await readFile(name, "utf8");
  } catch (error) {
    throw new UsageError(`cannot read ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return parseConfigFile(content, name);
}

const conflictOf = (change: Change): string | null => ("conflict" in change ? change.conflict : null);

/** A change as scripts see it. */
function toJson(change: Change): object {
  if (change.kind !== "change-exclusions") return change;
  const { body: _body, ...shown } = change;
  return shown;
}

/** A plan as people read it. */
function planText({ changes, notes }: Plan, tense: "planned" | "done" = "planned"): string {
  const lines = changes.flatMap((change) => [
    titleOf(change),
    ...detailsOf(change).map((line) => `    ${line}`),
    ...(conflictOf(change) ? [`    CONFLICT: ${conflictOf(change)!}`] : []),
  ]);
  const count = `${changes.length} ${changes.length === 1 ? "change" : "changes"}`;
  const summary = changes.length === 0 ? "No changes." : tense === "done" ? `${count}.` : `${count} to make.`;
  return [...lines, ...notes, summary].map((line) => `${printable(line)}\n`).join("");
}

function titleOf(change: Change): string {
  if (change.kind === "change-exclusions") return `~ exclusions of ${change.project}`;
  const sign = { "create-setup": "+", "update-setup": "~", "delete-setup": "-" }[change.kind];
  return `${sign} setup ${change.setup.id} (${change.setup.name})`;
}

function detailsOf(change: Change): string[] {
  if (change.kind === "update-setup")
    return change.fields.map(
      ({ field, before, after }) => `${field}: ${before || "none"} → ${after || "none"}`,
    );
  if (change.kind === "change-exclusions")
    return [...change.exclude.map((name) => `+ ${name}`), ...change.include.map((name) => `- ${name}`)];
  if (change.kind === "create-setup") {
    const { selectedDetectors, scheduleCron } = change.setup;
    const checks = selectedDetectors.length === 1 ? "1 check" : `${selectedDetectors.length} checks`;
    return [`${checks}, ${scheduleCron || "no schedule"}`];
  }
  return [];
}
