import { describe, expect, it } from "vitest";
import { detectorKeys, detectorOf, type SelectedDetector } from "../../contract/detectors.js";
import type { Replay } from "../../contract/replay.js";
import { addDays } from "../../common/days.js";
import { dayMs } from "../../common/time.js";
import { dayBegan, type Finding } from "../../contract/findings/finding.js";
import { hasEnded } from "../../contract/findings/detector-states.js";
import type { DetailedRow, StoredFinding } from "../../contract/results.js";
import { changeText, headlineOf, sentenceOf } from "../../engine/detectors/words.js";
import { isFlagged } from "../../engine/result-row.js";
import { SimulatedProject } from "../../testing/simulated-project.js";
import type { TestDependencies } from "../../testing/dependencies.js";
import {
  addPaymentMethod,
  connectionId,
  deliver,
  runsOf,
  runWorld,
  setupId,
  workspaceId,
} from "../../testing/run-world.js";
import { findingLines } from "../channels/members/finding-lines.js";
import { toChange } from "../channels/reported-changes.js";
import { oneLine } from "../mails/mail-text.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { getReplay, startReplay } from "./start-replay.js";
import { someOf } from "../../testing/thorough.js";
import { readRunFindings } from "../runs/finding-files.js";

const tested = 28;

describe("a replay finds what the real runs of the same days found", () => {
  it.each(someOf([1, 2, 3, 4, 5]))("in simulated project %i", async (seed) => {
    const deps = await runWorld(detectorKeys.filter((key) => detectorOf(key).needs !== "profiles"));
    const found = await runDaily(deps, seed);
    const { selectedDetectors } = await deps.setups.get(workspaceId, setupId);
    const replay = await replayed(deps, selectedDetectors);
    expect(replay.days.map(({ day }) => day)).toEqual([...found.keys()]);
    const told = [...found].map(([day, rows]) => [day, rows.filter(isNew).map(shown)]);
    expect(replay.days.map(({ day, findings }) => [day, findings.map(shown).sort(byText)])).toEqual(
      told.map(([day, rows]) => [day, (rows as string[]).sort(byText)]),
    );
    expect(replay.days.map(({ status, ongoing }) => [status, ongoing])).toEqual(
      [...found.values()].map((rows) => [
        "complete",
        rows.filter((row) => isFlagged(row) && !isNew(row)).length,
      ]),
    );
    expect(told.flatMap(([, rows]) => rows).length).toBeGreaterThan(3);
  });
});

/** A replay has no incidents, so what comes back is new. */
const isNew = (row: StoredFinding) => isFlagged(row) && ["new", "regressed"].includes(row.state!);
const byText = (a: string, b: string) => (a < b ? -1 : 1);
/** Without what a replay doesn't ask for: incidents and hours. */
const shown = ({
  incident: _,
  hours: _hours,
  ...row
}: (StoredFinding | DetailedRow) & {
  subject?: unknown;
  version?: unknown;
  series?: unknown;
  breakdown?: unknown;
}) => {
  const { subject: _subject, version: _version, series: _series, breakdown: _breakdown, ...rest } = row;
  return JSON.stringify({ ...rest, state: null }, Object.keys(rest).sort());
};

/** Runs once a day, as a schedule would. @returns each run's findings, by its last tested day */
async function runDaily(deps: TestDependencies, seed: number): Promise<Map<string, StoredFinding[]>> {
  const lastDay = "2026-11-17";
  const first = addDays(lastDay, 1 - tested);
  addPaymentMethod(deps);
  const project = new SimulatedProject(seed, { from: addDays(first, -70), to: lastDay, faultsFrom: first });
  deps.clock.advance(-(tested - 1) * dayMs);
  const found = new Map<string, StoredFinding[]>();
  for (let day = first; day <= lastDay; day = addDays(day, 1)) {
    project.serve(deps.mixpanel, day);
    const { id: runId } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    const run = (await runsOf(deps)).find(({ id }) => id === runId)!;
    expect(run.status).toBe("completed");
    const rows = (await readRunFindings(deps, workspaceId, runId))!;
    await expectOneTruth(deps, rows);
    found.set(run.lastTestedDay!, rows);
    if (day < lastDay) deps.clock.advance(dayMs);
  }
  return found;
}

/**
 * What reports, analyses and mails list says what the incidents say, which the inbox, Home and channels show: also a row whose
 * incident another check sees, too.
 */
async function expectOneTruth(deps: TestDependencies, rows: readonly StoredFinding[]): Promise<void> {
  const listed = rows.filter((row) => isFlagged(row) || hasEnded(row.state));
  for (const row of listed.filter(({ incident }) => incident)) {
    const { finding, incident: placed, state } = row;
    const incident = (await deps.incidents.find(workspaceId, placed!.id))!;
    const { headline, reason, found, rank } = incident.finding;
    expect(saidOf(found, incident.detectorState, rank)).toEqual(saidOf(finding!, state, placed!.rank));
    const [line] = findingLines([row], { appUrl: "", reportUrl: "" }, true);
    const message = toChange("opened", reason, incident, null);
    expect([line!.headline, line!.reason]).toEqual([headline, reason].map(oneLine));
    expect([message.headline, message.reason, message.rank]).toEqual([headline, reason, placed!.rank]);
    expect(message.began.day).toBe(dayBegan(finding!));
  }
}

const saidOf = (finding: Finding, state: string | null, rank: string) => ({
  ...{ state, rank, since: dayBegan(finding) },
  ...{ headline: headlineOf(finding), sentence: sentenceOf(finding), change: changeText(finding) },
});

async function replayed(
  deps: TestDependencies,
  selectedDetectors: readonly SelectedDetector[],
): Promise<Replay> {
  const { id } = await startReplay(deps, workspaceId, {
    connectionId,
    selectedDetectors: [...selectedDetectors],
    days: tested,
  });
  await deliver(deps);
  return getReplay(deps, workspaceId, id);
}
