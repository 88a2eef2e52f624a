import { hasRole, type WorkspaceId } from "../../contract/workspaces.js";
import { notFound } from "../../common/errors.js";
import { objectPaths } from "../../common/object-paths.js";
import { addMs, dayMs, minuteMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { addressHash } from "../../ports/rate-limiter.js";
import { assertFreshLogin } from "../users/user-errors.js";
import { newAuditEntry } from "../workspaces/audit.js";
import type { Identity } from "../workspaces/actor.js";

type Deps = Pick<Dependencies, "objects" | "workspaces" | "queue" | "rateLimiter" | "clock" | "ids">;

const linkMs = 15 * minuteMs;
/** Files are kept for a day. Until then, the page that the email links to can create download links. */
export const exportsKeptMs = dayMs;

/**
 * Starts an export and emails the person a link to the file. It contains their own data, or the workspace's
 * if `workspaceId` is given.
 * @throws AppError `sign-in-again`, `rate-limited`, `unavailable`
 */
export async function startExport(
  deps: Deps,
  identity: Identity,
  workspaceId: WorkspaceId | null,
): Promise<void> {
  assertFreshLogin(deps, identity);
  const { uid, email } = identity;
  await deps.rateLimiter.use(addressHash(email), "dataExport");
  const action = workspaceId === null ? "member.data-requested" : "workspace.data-requested";
  const told = workspaceId === null ? await deps.workspaces.membershipsOf(uid) : [{ id: workspaceId }];
  for (const { id } of told)
    await deps.workspaces.appendAudit(id, newAuditEntry(deps, identity, action, email));
  await deps.queue.enqueue("exportData", { exportId: deps.ids.next(), uid, workspaceId });
}

/**
 * A download link to a file that the person requested: their own data, or that of a workspace they still own.
 * @throws AppError `not-found` if it never existed, belongs to someone else or has expired, or if they are no longer an
 * owner of the workspace
 */
export async function getExport(
  { objects, workspaces, clock }: Deps,
  { uid }: Identity,
  id: string,
): Promise<{ url: string; fileName: string }> {
  const owned = (await workspaces.membershipsOf(uid)).filter(({ role }) => hasRole(role, "owner"));
  const paths = [
    objectPaths.dataExport(uid, id),
    ...owned.map((workspace) => objectPaths.workspaceExport(workspace.id, uid, id)),
  ];
  const listed = await Promise.all(paths.map((path) => objects.list(path)));
  const found = listed.flatMap((page) => page.objects).find(({ path }) => paths.includes(path));
  const now = clock.now();
  if (!found || addMs(found.updatedAt, exportsKeptMs) <= now) throw notFound("file");
  const fileName = `plumbline-data-${toInstant(found.updatedAt).slice(0, 10)}.json`;
  return {
    url: await objects.downloadUrl(found.path, { fileName, expiresAt: addMs(now, linkMs) }),
    fileName,
  };
}
