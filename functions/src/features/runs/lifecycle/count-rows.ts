import type { SetupRecord } from "../../setups/setup-repository.js";
import type { DetectorRecord, RunRecord } from "../run-record.js";

type Tested = NonNullable<SetupRecord["tested"]>;

/**
 * What a run's checks count toward usage. A scheduled run counts a check only if it tests a day that no earlier run of the
 * setup has tested, so that an hourly schedule costs as much as a daily one. A manual run counts all its checks.
 * The tested days stay with the setup, because run records can be deleted.
 * @param tested of the setup before this run
 */
export function countRows(
  { trigger, plan, setup }: Pick<RunRecord, "trigger" | "plan" | "setup">,
  detectors: readonly Pick<DetectorRecord, "id" | "severity" | "totalRows">[],
  tested: SetupRecord["tested"],
): { rows: number; tested: Tested } {
  const { lastDay, region } = plan!;
  const project = `${region}/${setup.connection.projectId}`;
  const before: Tested["days"] = tested?.project === project ? tested.days : {};
  const fresh = detectors.filter(({ id, severity }) => severity !== "failed" && lastDay > (before[id] ?? ""));
  const counted = trigger === "manual" ? detectors : fresh;
  return {
    rows: counted.reduce((sum, { totalRows }) => sum + totalRows, 0),
    tested: { project, days: { ...before, ...Object.fromEntries(fresh.map(({ id }) => [id, lastDay])) } },
  };
}
