import { type DetectorKey, detectorKeys, detectorOf } from "../../../functions/src/contract/detectors.js";
import { evaluateRun } from "../../../functions/src/engine/evaluate/evaluate-run.js";
import { usualSettings } from "./settings.js";

type Evaluation = Parameters<typeof evaluateRun>[0];

export const eventDetectors = detectorKeys.filter((key) => detectorOf(key).needs !== "profiles");

/** Evaluates a run of these checks; what `data` leaves out is null. */
export const evaluate = (
  keys: readonly DetectorKey[],
  data: Pick<Evaluation, "lastDay"> & Partial<Evaluation>,
  settings = usualSettings,
) =>
  evaluateRun({
    ...{ counts: null, aggregates: null, profiles: null, previous: null },
    ...data,
    detectors: keys.map((key) => ({ key, settings })),
  });
