import { eraOf } from "../../engine/profile/era-evidence.js";
import { createExportProfiler } from "../../engine/profile/export-profiler.js";
import type { Era } from "../../engine/profile/project-days.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { mixpanelAccess } from "../connections/mixpanel-access.js";
import { offsetSeconds } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import type { HeldRun } from "./held-run.js";

type Parts = Pick<Dependencies, "mixpanel" | "connections" | "secrets" | "logger">;

/** Rows that tell an era: enough for a steady median, a fraction of a second to read. */
const probeRows = 5_000;

/**
 * How the project's exports count time, which no API tells: from what verification or an earlier run learnt, else from
 * a small export. What is learnt is kept with the connection; what stays unclear is read as UTC.
 */
export async function detectEra(
  deps: Parts,
  run: HeldRun,
  connection: ConnectionRecord,
  { timeZone, lastDay }: { timeZone: string; lastDay: string },
): Promise<Era> {
  const known = connection.capabilities?.era ?? "unknown";
  if (known !== "unknown") return known;
  const offset = offsetSeconds(timeZone, new Date(`${lastDay}T12:00:00Z`));
  if (offset === 0) return "utc";

  const profiler = createExportProfiler({
    era: "utc",
    timeZone,
    days: { from: lastDay, to: lastDay },
    // Nothing of the probe is kept.
    hashKey: new Uint8Array(1),
  });
  const stream = await deps.mixpanel.exportEvents(
    mixpanelAccess(deps, run.uid, connection, run.budget),
    { from: lastDay, to: lastDay, limit: probeRows },
    run.signal,
  );
  for await (const chunk of stream) profiler.push(chunk);
  const { stats } = profiler.end();
  const era = eraOf(stats.era, offset);
  deps.logger.info("era probed", { uid: run.uid, connectionId: connection.id, era, rows: stats.era.rows });
  if (era === "unknown") return "utc";
  await deps.connections.applyVerification(
    run.uid,
    connection.id,
    connection.revision,
    ({ capabilities }) => ({ capabilities: capabilities && { ...capabilities, era } }),
  );
  return era;
}
