import { noDecisions, type DecideNames, type NameDecisions } from "../../contract/names/names.js";
import { AppError, notFound, raise } from "../../common/errors.js";
import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { excludeNames, namesText } from "../data-settings/exclude-names.js";
import { resolveConnection } from "../data-settings/resolve-connection.js";
import type { Actor } from "../workspaces/actor.js";
import { recordAudit } from "../workspaces/audit.js";
import { exclusionsOf, noticeStates } from "./notice-state.js";
import { readNames } from "./stored-names.js";

const mostPatterns = 200;

/**
 * Decides about notices, or about all that match a pattern; "new" takes the decision or pattern back. An exclusion is one
 * of Data Settings.
 * @throws AppError `not-found` for an unknown connection or notice, `limit-reached` with too many patterns
 */
export async function decideNames(
  deps: Dependencies,
  actor: Actor,
  connectionId: string | undefined,
  body: DecideNames,
  isFromFile = false,
): Promise<void> {
  const { workspaceId } = actor;
  const connection =
    (await resolveConnection(deps, workspaceId, connectionId)) ?? raise(notFound("connection"));
  const decided = { by: actor.uid, at: toInstant(deps.clock.now()) };
  const change = (edit: (before: NameDecisions) => NameDecisions) =>
    deps.schema.changeNameDecisions(workspaceId, connection.id, edit);
  const { ids, pattern, state } = body;
  if (pattern !== undefined && state !== "excluded") {
    await change(({ notices, patterns }) => {
      const others = patterns.filter((one) => one.pattern !== pattern);
      if (state === "new") return { notices, patterns: others };
      if (others.length >= mostPatterns) throw tooManyPatterns();
      return { notices, patterns: [...others, { pattern, state, ...decided, isFromFile }] };
    });
    await recordAudit(deps, actor, "name.decided", `${state}: ${pattern}`);
  }
  if (ids.length === 0) return;
  const known = await readNames(deps.objects, workspaceId, connection);
  const byId = new Map(known?.notices.map((notice) => [notice.id, notice]));
  const notices = [...new Set(ids)].map((id) => byId.get(id) ?? raise(notFound("name")));
  const exclusions = await deps.schema.exclusions(workspaceId, connection.id);
  const isExcluded = state === "excluded";
  const stateOf = noticeStates(noDecisions, exclusions);
  const affected = notices
    .filter((notice) => isExcluded || stateOf(notice).state === "excluded")
    .flatMap(exclusionsOf);
  if (affected.length > 0)
    await excludeNames(
      deps,
      actor,
      connection,
      affected.map((one) => ({ ...one, isExcluded })),
    );
  if (isExcluded) return;
  await change((before) => {
    const kept = Object.entries(before.notices).filter(([id]) => byId.has(id) && !ids.includes(id));
    const made = state === "new" ? [] : notices.map(({ id }) => [id, { state, ...decided }] as const);
    return { ...before, notices: Object.fromEntries([...kept, ...made]) };
  });
  await recordAudit(deps, actor, "name.decided", `${state}: ${namesText(notices.map(({ name }) => name))}`);
}

const tooManyPatterns = () =>
  new AppError("limit-reached", "Too many patterns.", {
    userMessage: `A connection can have ${mostPatterns} patterns. Remove one first.`,
  });
