import type { Connection } from "@contract/connections";
import { type DetectorKey, detectorOf } from "@contract/detectors";

/**
 * Why a check cannot run on a connection, as found during verification; null if it can run or if that is
 * unknown.
 */
export function missingNeed(
  key: DetectorKey,
  connection: Pick<Connection, "capabilities"> | undefined,
): string | null {
  if (detectorOf(key).needs === "profiles" && connection?.capabilities?.profiles === false)
    return "The service account can't access user profiles.";
  return null;
}

/** The checks that a connection can run, which are the recommended selection. */
export const runnableChecks = <C extends { key: DetectorKey }>(
  checks: readonly C[],
  connection: Pick<Connection, "capabilities"> | undefined,
): C[] => checks.filter(({ key }) => missingNeed(key, connection) === null);
