import { inferExportTimeBasis } from "../../../engine/profile/export/export-time-basis.js";
import { createExportProfiler } from "../../../engine/profile/export/export-profiler.js";
import type { ExportTimeBasis } from "../../../engine/profile/aggregates/project-days.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import { mixpanelAccess } from "../../connections/mixpanel-access.js";
import { offsetSeconds } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";

type Deps = Pick<Dependencies, "mixpanel" | "connections" | "secrets" | "logger">;

/** Rows read to find the time basis: enough for a steady median, a fraction of a second to read. */
const probeRows = 5_000;

/**
 * How the project's exports count time, which no API says: as verification or an earlier run found, else from a small
 * export. The answer is stored with the connection; without a clear answer, times are read as UTC.
 */
export async function detectExportTimeBasis(
  deps: Deps,
  run: LeasedRun,
  connection: ConnectionRecord,
  { timeZone, lastDay }: { timeZone: string; lastDay: string },
): Promise<ExportTimeBasis> {
  const known = connection.capabilities?.exportTimeBasis ?? "unknown";
  if (known !== "unknown") return known;
  const offset = offsetSeconds(timeZone, new Date(`${lastDay}T12:00:00Z`));
  if (offset === 0) return "utc";

  const profiler = createExportProfiler({
    exportTimeBasis: "utc",
    timeZone,
    days: { from: lastDay, to: lastDay },
    // Nothing of the probe is kept.
    hashKey: new Uint8Array(1),
  });
  const stream = await deps.mixpanel.exportEvents(
    mixpanelAccess(deps, run.workspaceId, connection, run.budget),
    { from: lastDay, to: lastDay, limit: probeRows },
    run.signal,
  );
  for await (const chunk of stream) profiler.push(chunk);
  const { stats } = profiler.end();
  const exportTimeBasis = inferExportTimeBasis(stats.timeBasisEvidence, offset);
  deps.logger.info("export time basis probed", {
    workspaceId: run.workspaceId,
    connectionId: connection.id,
    exportTimeBasis,
    rows: stats.timeBasisEvidence.rows,
  });
  if (exportTimeBasis === "unknown") return "utc";
  await deps.connections.applyVerification(
    run.workspaceId,
    connection.id,
    connection.revision,
    ({ capabilities }) => ({ capabilities: capabilities && { ...capabilities, exportTimeBasis } }),
  );
  return exportTimeBasis;
}
