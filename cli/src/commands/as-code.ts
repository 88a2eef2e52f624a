import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { SegmentBy } from "../../../functions/src/contract/data-settings.js";
import type { ConfigFile } from "../../../functions/src/contract/integrations/config-file.js";
import { applyPlan } from "../as-code/apply.js";
import type { Change, Plan } from "../as-code/change.js";
import { entrySummary, entryTitle } from "../as-code/entry-text.js";
import {
  configFileJsonSchema,
  formatConfigFile,
  parseConfigFile,
  withoutDefaults,
} from "../as-code/config-file.js";
import { planChanges } from "../as-code/plan.js";
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
  if (!workspace.isAdmin)
    io.note("Channels and routes are left out: they need a token that an admin created.\n");
  const named = (entries: readonly { entry: { id: string; name: string } }[]) =>
    new Map(entries.map(({ entry: { id, name } }) => [id, name]));
  const { projects: connectionId, setups, channels } = workspace;
  const names = { connectionId, setupId: named(setups), channelId: named(channels) };
  io.out(isJson ? json(withoutDefaults(file)) : formatConfigFile(file, names));
  return 0;
}

type Options = { prune?: boolean; sendSecrets?: boolean };

export async function showPlan(session: Session, name: string, options: Options): Promise<ExitCode> {
  const { io } = session;
  const plan = await planOf(session, name, options);
  for (const missing of missingSecrets(plan, io))
    plan.notes.push(`apply needs ${missing}, which is not set here.`);
  showChanges(session, plan);
  return plan.changes.length > 0 ? 1 : 0;
}

export async function applyConfig(
  session: Session,
  name: string,
  { overwrite = false, ...options }: Options & { overwrite?: boolean },
): Promise<ExitCode> {
  const { io, client, isJson } = session;
  const plan = await planOf(session, name, options);
  const conflicts = plan.changes.filter((change) => conflictOf(change) !== null);
  if (conflicts.length > 0 && !overwrite) {
    showChanges(session, plan);
    throw new UsageError(
      "nothing was applied, because that would undo edits that are not in the file; export again and merge (apply an exported file once before you edit it), or use --overwrite",
    );
  }
  const missing = missingSecrets(plan, io);
  if (missing.length > 0) throw new UsageError(`nothing was applied: set ${missing.join(", ")}`);
  const secrets = new Map(plan.secrets.map(({ channelId, env }) => [channelId, io.env[env]!]));
  const applied = await applyPlan(client, plan, secrets);
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

async function planOf(
  { io, client }: Session,
  name: string,
  { prune = false, sendSecrets = false }: Options,
): Promise<Plan> {
  const file = await readConfig(io, name);
  return planChanges(file, await readWorkspace(client), { prune, sendSecrets });
}

const missingSecrets = ({ secrets }: Plan, { env }: Io): string[] =>
  secrets
    .filter((secret) => !env[secret.env])
    .map((secret) => `${secret.env} (${secret.field} of channel ${secret.channelId})`);

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

function showChanges({ io, isJson }: Session, plan: Plan): void {
  if (isJson) io.out(json({ changes: plan.changes.map(toJson), notes: plan.notes }));
  else io.out(planText(plan));
}

/** A change in the `--json` output. */
function toJson(change: Change): object {
  if (change.action === "exclude") {
    const { action: _action, body, ...shown } = change;
    const { segmentBy } = body;
    return { kind: "change-exclusions", ...shown, ...(segmentBy !== undefined && { segmentBy }) };
  }
  if (change.action === "decide") {
    const { action: _action, ...shown } = change;
    return { kind: "change-names", ...shown };
  }
  const { action, type, entry, ...shown } = change;
  return { kind: `${action}-${type}`, [type]: entry, ...shown };
}

/** A plan as text for people. */
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
  if (change.action === "exclude") return `~ data settings of ${change.project}`;
  if (change.action === "decide") return `~ names of ${change.project}`;
  const sign = { create: "+", update: "~", delete: "-" }[change.action];
  return `${sign} ${entryTitle(change.type, change.entry)}`;
}

const segmentsText = (segmentBy: SegmentBy | undefined): string[] =>
  segmentBy === undefined ? [] : [`segments: ${segmentBy?.join(", ") ?? "chosen by Plumbline"}`];

function detailsOf(change: Change): string[] {
  switch (change.action) {
    case "update":
      return change.fields.map(
        ({ field, before, after }) => `${field}: ${before || "none"} → ${after || "none"}`,
      );
    case "exclude":
      return [
        ...change.exclude.map((name) => `+ ${name}`),
        ...change.include.map((name) => `- ${name}`),
        ...segmentsText(change.body.segmentBy),
      ];
    case "decide":
      return change.decisions.map(({ pattern, state }) =>
        state === "new" ? `- ${pattern}` : `+ ${pattern}: ${state}`,
      );
    case "create":
      return entrySummary(change.type, change.entry);
    case "delete":
      return [];
  }
}
