import type { ConfigFile } from "../../../functions/src/contract/integrations/config-file.js";
import type { NamesChange, Plan } from "./change.js";
import type { CurrentNames, Workspace } from "./read-workspace.js";

/** Plans the patterns of a connection's names. Those made in the app are never removed. */
export function planNames(
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
