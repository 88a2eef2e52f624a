import type { AuditEntry, AuditFilter } from "../../contract/workspaces.js";
import { matchingPage, type Page, type PageRequest } from "../../common/page.js";
import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { assertFreshLogin } from "../users/user-errors.js";
import type { Actor, Identity } from "./actor.js";

/** Entries that one answer of the export covers. */
const exportedAtOnce = 5_000;

type Deps = Pick<Dependencies, "workspaces" | "clock" | "ids">;

/** Records what a member did. The log is append-only; entries are kept for 400 days. */
export const recordAudit = (
  deps: Deps,
  actor: Actor,
  action: AuditEntry["action"],
  target: string,
): Promise<void> =>
  deps.workspaces.appendAudit(actor.workspaceId, newAuditEntry(deps, actor, action, target));

/** Waits for what a member does and records it. @param targetOf what it was about; nothing by default */
export async function audited<T>(
  deps: Deps,
  actor: Actor,
  action: AuditEntry["action"],
  outcome: Promise<T>,
  targetOf: (outcome: T) => string = () => "",
): Promise<T> {
  const done = await outcome;
  await recordAudit(deps, actor, action, targetOf(done));
  return done;
}

/** Creates an entry for a repository that stores it together with the change itself. */
export const newAuditEntry = (
  { clock, ids }: Pick<Deps, "clock" | "ids">,
  { uid, email, ip, token }: Identity,
  action: AuditEntry["action"],
  target: string,
): AuditEntry => ({
  id: ids.next(),
  createdAt: toInstant(clock.now()),
  action,
  actor: { uid, email, ...(token ? { token: token.name } : {}) },
  via: token?.client ?? "web",
  target,
  ip,
});

/** Pages of the log, newest first. With a person, area or client, a page may be short or empty and still have a next one. */
export const listAudit = (
  { workspaces }: Pick<Deps, "workspaces">,
  { workspaceId }: Pick<Actor, "workspaceId">,
  { limit, cursor, since, until, ...filter }: PageRequest & AuditFilter,
): Promise<Page<AuditEntry>> => {
  const list = (page: PageRequest) => workspaces.audit(workspaceId, { ...page, since, until });
  return isEmpty(filter)
    ? list({ limit, cursor })
    : matchingPage(list, { limit, cursor }, (entry) => matches(entry, filter));
};

/**
 * The log as NDJSON, newest first. `nextCursor` leads to older entries, also if none of these matched.
 * @throws AppError `sign-in-again`; tokens needed a recent login when they were created
 */
export async function exportAudit(
  deps: Deps,
  actor: Actor,
  { cursor, since, until, ...filter }: Omit<PageRequest, "limit"> & AuditFilter,
): Promise<{ lines: string; nextCursor: string | null }> {
  if (actor.token === null) {
    assertFreshLogin(deps, actor);
    if (cursor === undefined) await recordAudit(deps, actor, "workspace.audit-downloaded", actor.email);
  }
  const page = { limit: exportedAtOnce, cursor, since, until };
  const { items, nextCursor } = await deps.workspaces.audit(actor.workspaceId, page);
  const lines = items.filter((entry) => matches(entry, filter)).map((entry) => `${JSON.stringify(entry)}\n`);
  return { lines: lines.join(""), nextCursor };
}

type ByEntry = Omit<AuditFilter, "since" | "until">;

const isEmpty = (filter: ByEntry): boolean => Object.values(filter).every((value) => value === undefined);

const matches = ({ actor, action, via }: AuditEntry, filter: ByEntry): boolean =>
  (filter.person === undefined || filter.person === actor.email.toLowerCase()) &&
  (filter.area === undefined || action.startsWith(`${filter.area}.`)) &&
  (filter.via === undefined || filter.via === via);
