import { inferExportTimeBasis, createExportProfiler, type ExportTimeBasis } from "../../../profiler/index.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import { mixpanelAccess } from "../../connections/mixpanel-access.js";
import { offsetSeconds } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";

type Deps = Pick<Dependencies, "mixpanel" | "connections" | "secrets" | "logger">;

/** Rows read to find the time basis: enough for a stable median, and read in a fraction of a second. */
const probeRows = 5_000;

/**
 * Determines the project's export time basis, which no API reports. Uses what verification or an earlier run found, or
 * else a small export. The result is stored with the connection. If it isn't clear, times are read as UTC.
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
    // Nothing from the probe is kept.
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
