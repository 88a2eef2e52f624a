import type { WorkspaceId } from "../../contract/workspaces.js";
import { AppError, notFound } from "../../common/errors.js";
import { objectPaths } from "../../common/object-paths.js";
import { addMs, dayMs, minuteMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { addressHash } from "../../ports/rate-limiter.js";
import type { Identity } from "../workspaces/actor.js";

type Deps = Pick<Dependencies, "objects" | "queue" | "rateLimiter" | "clock" | "ids">;

const linkMs = 15 * minuteMs;
/** Files are kept for a day; the page that the email leads to makes links to them until then. */
export const exportsKeptMs = dayMs;

/**
 * Collects data in a file and emails the person a link to it: their own, or with a workspace id the workspace's.
 * @throws AppError `email-not-verified`, `rate-limited`, `unavailable`
 */
export async function startExport(
  deps: Deps,
  { uid, email, isEmailVerified }: Identity,
  workspaceId: WorkspaceId | null,
): Promise<void> {
  if (!isEmailVerified)
    throw new AppError("email-not-verified", "The address is not verified.", {
      userMessage: "Verify your email address first: the link to the file is sent there.",
    });
  await deps.rateLimiter.use(addressHash(email), "dataExport");
  await deps.queue.enqueue("exportData", { exportId: deps.ids.next(), uid, workspaceId });
}

/**
 * A link to a file that the person asked for.
 * @throws AppError `not-found` when it never existed, is somebody else's or too old
 */
export async function getExport(
  { objects, clock }: Deps,
  { uid }: Identity,
  id: string,
): Promise<{ url: string; fileName: string }> {
  const path = objectPaths.dataExport(uid, id);
  const found = (await objects.list(path)).objects.find((object) => object.path === path);
  const now = clock.now();
  if (!found || addMs(found.updatedAt, exportsKeptMs) <= now) throw notFound("file");
  const fileName = `plumbline-data-${toInstant(found.updatedAt).slice(0, 10)}.json`;
  return { url: await objects.downloadUrl(path, { fileName, expiresAt: addMs(now, linkMs) }), fileName };
}
