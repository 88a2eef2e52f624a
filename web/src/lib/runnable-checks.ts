import type { Connection } from "@contract/connections";
import { type DetectorKey, detectorOf } from "@contract/detectors";

/** Why a check cannot run on a connection, as verification found out; null if it can, or if that is not known. */
export function missingNeed(
  key: DetectorKey,
  connection: Pick<Connection, "capabilities"> | undefined,
): string | null {
  if (detectorOf(key).needs === "profiles" && connection?.capabilities?.profiles === false)
    return "The service account can't access user profiles.";
  return null;
}

/** The checks a connection can run: the recommended choice. */
export const runnableChecks = <C extends { key: DetectorKey }>(
  checks: readonly C[],
  connection: Pick<Connection, "capabilities"> | undefined,
): C[] => checks.filter(({ key }) => missingNeed(key, connection) === null);
