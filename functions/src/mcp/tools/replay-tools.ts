import { z } from "zod";
import {
  type Replay,
  replayDays,
  replayDaySchema,
  replayParamsSchema,
  replaySchema,
  withThresholdPercent,
} from "../../contract/replay.js";
import { detectorSettingsSchema, selectedDetectorSchema } from "../../contract/detectors.js";
import { findingSchema, toFinding } from "../finding.js";
import { tool } from "../tool.js";

const mostFindings = 100;

const shownReplay = replaySchema.pick({ id: true, status: true, progress: true, error: true }).extend({
  id: replaySchema.shape.id.describe("Pass it to read_replay."),
  dataFrom: replaySchema.shape.dataFrom.describe(
    "First day with stored data; null before the first run, without which nothing can be replayed.",
  ),
  checks: z.array(selectedDetectorSchema).describe("What was replayed, with the settings."),
  days: z
    .array(replayDaySchema.omit({ findings: true }))
    .describe("What each day would have told. Nothing is known of days with status `no-data`."),
  findings: z.array(findingSchema.extend({ day: z.string().describe("The day that would have told it.") })),
  isComplete: z
    .boolean()
    .describe("False while it is running, and when there are more findings than listed: `days` counts all."),
});

const toShown = ({ id, status, progress, error, dataFrom, selectedDetectors, days }: Replay) => {
  const findings = days
    .toReversed()
    .flatMap(({ day, findings }) => findings.flatMap(toFinding).map((finding) => ({ ...finding, day })))
    .slice(0, mostFindings);
  return {
    id,
    status,
    progress,
    error,
    dataFrom,
    checks: selectedDetectors,
    days,
    findings,
    isComplete:
      status === "done" &&
      findings.length === days.reduce((total, { newFindings }) => total + newFindings, 0),
  };
};

const replaySetup = tool({
  name: "replay_setup",
  title: "Replay a setup",
  description:
    "Shows what a setup would have told on each of the last days, from data that is stored. Use it to see how loud a setup is, or what another threshold would change. It is free and changes no results. It takes up to a few minutes: while `status` is `running`, read it with read_replay and the id.",
  input: z.object({
    setupId: z.string().describe("From list_setups."),
    days: z.number().int().min(1).max(replayDays).default(replayDays).describe("The last days with data."),
    thresholdPercent: detectorSettingsSchema.shape.thresholdPercent
      .unwrap()
      .optional()
      .describe("Instead of the setup's own, in all checks that have a threshold."),
  }),
  output: shownReplay,
  isReadOnly: false,
  run: async (call, { setupId, days, thresholdPercent }) => {
    const { connectionId, selectedDetectors: own } = await call("getSetup", { params: { id: setupId } });
    const selectedDetectors =
      thresholdPercent === undefined ? own : withThresholdPercent(own, thresholdPercent);
    return toShown(await call("startReplay", { body: { connectionId, selectedDetectors, days } }));
  },
});

const readReplay = tool({
  name: "read_replay",
  title: "Read a replay",
  description:
    "Reads a replay that replay_setup started: how far it is, and what each day would have told. Findings are new ones only, latest day first, at most 100.",
  input: z.object({ replayId: replayParamsSchema.shape.replayId.describe("The id from replay_setup.") }),
  output: shownReplay,
  isReadOnly: true,
  run: async (call, { replayId }) => toShown(await call("getReplay", { params: { replayId } })),
});

export const replayTools = [replaySetup, readReplay];
