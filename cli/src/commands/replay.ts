import { detectorOf, testedDaysOf } from "../../../functions/src/contract/detectors.js";
import {
  countNew,
  replayedDays,
  type ComparedFinding,
  compareReplays,
  type Replay,
  replayBaselineDays,
  withThresholdPercent,
} from "../../../functions/src/contract/replay.js";
import type { Setup } from "../../../functions/src/contract/setups.js";
import { json, printable, table } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { UsageError } from "../usage-error.js";
import { findSetup } from "./find.js";
import { findingText } from "./findings.js";
import { waitFor } from "./wait.js";

type ReplayOptions = { setup: string; days: number; compareThreshold?: number; timeout: number };

/** Prints what a setup's checks would have found on past days, and what another threshold would change. */
export async function replaySetup(session: Session, options: ReplayOptions): Promise<ExitCode> {
  const { io, client, isJson } = session;
  const setup = await findSetup(client, options.setup);
  const { compareThreshold: percent } = options;
  if (percent !== undefined && !setup.selectedDetectors.some(({ key }) => detectorOf(key).requiresThreshold))
    throw new UsageError(`no check of ${setup.name} has a threshold`);
  const replay = await replayOf(session, setup, setup.selectedDetectors, options);
  const other =
    percent === undefined
      ? null
      : await replayOf(session, setup, withThresholdPercent(setup.selectedDetectors, percent), options);
  const findings = compareReplays(replay, other ?? replay);
  for (const text of cutOff(other ? [replay, other] : [replay])) io.note(`${text}\n`);
  if (isJson) io.out(json(other ? { replay, other, findings } : replay));
  else {
    const counts = [replay, ...(other ? [other] : [])].map(countNew).join(" → ");
    const at = other ? ` at ${percent}%` : "";
    io.out(
      `${printable(setup.name)}: ${replayedDays(replay)} of ${replay.days.length} days replayed. Findings: ${counts}${at}\n`,
    );
    for (const text of limitsOf(replay)) io.out(`${text}\n`);
    if (findings.length > 0) io.out(`\n${table(...checkTable(findings, other !== null))}\n`);
    for (const { day, finding, change } of findings)
      io.out(`${day}  ${other ? `${change.padEnd(4)}  ` : ""}${findingText(finding)}\n`);
  }
  return findings.length > 0 ? 1 : 0;
}

/** Starts a replay and waits until it has ended. @throws UsageError when it fails, or there is no data for any day */
async function replayOf(
  { io, client }: Session,
  { connectionId }: Setup,
  selectedDetectors: Setup["selectedDetectors"],
  { days, timeout: minutes }: ReplayOptions,
): Promise<Replay> {
  const { id } = await client.call("startReplay", { body: { connectionId, selectedDetectors, days } });
  const replay = await waitFor(
    io,
    { what: `replay ${id}`, minutes },
    () => client.call("getReplay", { params: { replayId: id } }),
    ({ status, progress: { done, total } }) =>
      status === "running" ? `Replaying: ${done} of ${total} days` : null,
  );
  if (replay.status === "failed") throw new UsageError(replay.error ?? "the replay failed");
  if (replayedDays(replay) > 0) return replay;
  throw new UsageError(
    `nothing to replay yet: ${replay.dataFrom === null ? "a replay uses what runs have read; run the setup once" : dataText(replay)}`,
  );
}

/** Says from when on there is data, and how many days of it a replayed day needs. */
function dataText({ dataFrom, selectedDetectors }: Replay): string {
  return `data starts on ${dataFrom}, and a day needs ${testedDaysOf(selectedDetectors) + replayBaselineDays} days up to it`;
}

/** Lines about days that couldn't be replayed, or lacked data for some checks. */
function limitsOf(replay: Replay): string[] {
  const skipped = replay.days.length - replayedDays(replay);
  const missing = replay.selectedDetectors.flatMap(({ key }) => {
    const days = replay.days.filter((day) => day.status !== "no-data" && day.missing.includes(key));
    return days.length > 0 ? [`${key}: not enough data on ${days.length} of these days.`] : [];
  });
  return [...(skipped > 0 ? [`${skipped} not replayed: ${dataText(replay)}.`] : []), ...missing];
}

/** Notes about days with more findings than the API lists. */
const cutOff = (replays: readonly Replay[]): string[] => [
  ...new Set(
    replays.flatMap(({ days }) =>
      days.flatMap(({ day, findings, newFindings }) =>
        findings.length < newFindings
          ? [`${day}: the first ${findings.length} of ${newFindings} findings.`]
          : [],
      ),
    ),
  ),
];

/** Counts findings per check by severity, or, in a comparison, how many are the same, gone and new. */
function checkTable(findings: readonly ComparedFinding[], isCompared: boolean): [string[], string[][]] {
  const columns: [string, (one: ComparedFinding) => boolean][] = isCompared
    ? (["same", "gone", "new"] as const).map((change) => [
        change.toUpperCase(),
        (one) => one.change === change,
      ])
    : [
        ["ALERTS", ({ finding }) => finding.severity === "alert"],
        ["WARNINGS", ({ finding }) => finding.severity === "warning"],
      ];
  const checks = [...new Set(findings.map(({ finding }) => finding.detector))].sort();
  return [
    ["CHECK", ...columns.map(([title]) => title)],
    checks.map((check) => {
      const own = findings.filter(({ finding }) => finding.detector === check);
      return [check, ...columns.map(([, isIn]) => String(own.filter(isIn).length))];
    }),
  ];
}
