import { AppError } from "../../common/errors.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { addMs, minuteMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { findResult } from "./get-detector-result.js";
import type { RunRecord } from "../runs/run-record.js";

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
  const fileName = fileNameOf(run, key);
  const downloadUrl = await deps.objects.downloadUrl(detector.csvObject, {
    fileName,
    expiresAt: addMs(deps.clock.now(), linkLifetimeMs),
  });
  return { downloadUrl, fileName };
}

/** `daily-checks_event_stopped_2026-11-20.csv`: safe on every file system. */
function fileNameOf({ setup, lastTestedDay, createdAt }: RunRecord, key: string): string {
  const name = setup.name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase()
    .slice(0, 60);
  return `${name || "plumbline"}_${key}_${lastTestedDay ?? createdAt.slice(0, 10)}.csv`;
}
