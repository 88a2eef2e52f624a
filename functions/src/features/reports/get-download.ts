import { AppError } from "../../common/errors.js";
import { csvFileName } from "../../contract/findings/csv-file.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { addMs, minuteMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { findResult } from "./get-detector-result.js";

const linkLifetimeMs = 15 * minuteMs;

/**
 * A link to a detector's whole CSV that needs no login and is valid for 15 minutes.
 * @throws AppError `not-found`, `csv-not-ready` when the detector couldn't run
 */
export async function getDownload(
  deps: Pick<Dependencies, "runs" | "objects" | "clock">,
  workspaceId: WorkspaceId,
  runId: string,
  key: string,
): Promise<{ downloadUrl: string; fileName: string }> {
  const { run, detector } = await findResult(deps, workspaceId, runId, key);
  if (detector.csvObject === null)
    throw new AppError("csv-not-ready", "This check has no CSV.", {
      userMessage: "This check couldn't run, so it has no CSV.",
    });
  const fileName = csvFileName(run.setup.name, key, run.plan?.lastDay ?? run.createdAt.slice(0, 10));
  const downloadUrl = await deps.objects.downloadUrl(detector.csvObject, {
    fileName,
    expiresAt: addMs(deps.clock.now(), linkLifetimeMs),
  });
  return { downloadUrl, fileName };
}
