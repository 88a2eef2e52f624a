import { z } from "zod";
import { idSchema } from "../../contract/common.js";
import {
  countNew,
  type Replay,
  replayDays,
  replayDaySchema,
  replaySchema,
  withThresholdPercent,
} from "../../contract/replay.js";
import { detectorSettingsSchema, selectedDetectorSchema } from "../../contract/detectors.js";
import { findingSchema, toFinding } from "../finding.js";
import { listOutput, partInput, partOf } from "../list.js";
import { tool } from "../tool.js";

const mostFindings = 100;

const shownReplay = replaySchema.pick({ id: true, status: true, progress: true, error: true }).extend({
  id: replaySchema.shape.id.describe("Pass it to read_replay."),
  dataFrom: replaySchema.shape.dataFrom.describe(
    "First day with stored data; null before the first run, when nothing can be replayed yet.",
  ),
  checks: z.array(selectedDetectorSchema).describe("The replayed checks with their settings."),
  days: z
    .array(replayDaySchema.omit({ findings: true }))
    .describe("What a run on each day would have found. Nothing is known about days with status `no-data`."),
  findings: z.array(findingSchema.extend({ day: z.string().describe("The day it would have been found.") })),
  ...listOutput,
});

const toShown = (replay: Replay, page: { limit: number; cursor?: string | undefined }) => {
  const { status, days } = replay;
  const findings = days
    .toReversed()
    .flatMap(({ day, findings }) => findings.flatMap(toFinding).map((finding) => ({ ...finding, day })));
  const { items, ...rest } = partOf(
    findings,
    page,
    status === "done" && findings.length === countNew(replay),
  );
  return { ...replay, checks: replay.selectedDetectors, findings: items, ...rest };
};

const replaySetup = tool({
  name: "replay_setup",
  title: "Replay a setup",
  description:
    "Shows what a setup would have found on each recent day, from stored data. Use it to see how noisy a setup is, or what another threshold would change. It is free and changes no results. It takes up to a few minutes: while `status` is `running`, pass the id to read_replay. It also goes on from `nextCursor`.",
  input: z.object({
    setupId: idSchema.describe("From list_setups."),
    days: z
      .number()
      .int()
      .min(1)
      .max(replayDays)
      .default(replayDays)
      .describe("Number of most recent days with data."),
    thresholdPercent: detectorSettingsSchema.shape.thresholdPercent
      .unwrap()
      .optional()
      .describe("Replaces the setup's own threshold in all checks that have one."),
  }),
  output: shownReplay,
  isReadOnly: false,
  run: async (call, { setupId, days, thresholdPercent }) => {
    const { connectionId, selectedDetectors: own } = await call("getSetup", { params: { id: setupId } });
    const selectedDetectors =
      thresholdPercent === undefined ? own : withThresholdPercent(own, thresholdPercent);
    return toShown(await call("startReplay", { body: { connectionId, selectedDetectors, days } }), {
      limit: mostFindings,
    });
  },
});

const readReplay = tool({
  name: "read_replay",
  title: "Read a replay",
  description:
    "Reads a replay started by replay_setup: its progress, and what each day would have found. Lists only new findings, latest day first, at most 50 of each day; `days` counts all.",
  input: z.object({
    replayId: idSchema.describe("The id from replay_setup."),
    ...partInput(mostFindings, mostFindings),
  }),
  output: shownReplay,
  isReadOnly: true,
  run: async (call, { replayId, ...page }) =>
    toShown(await call("getReplay", { params: { replayId } }), page),
});

export const replayTools = [replaySetup, readReplay];
