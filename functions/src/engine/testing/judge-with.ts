import { type DetectorKey, detectorOf, type DetectorSettings } from "../../contract/detectors.js";
import type { RunInput } from "../model.js";
import { rules } from "../registry.js";

/** A detector for tests: runs its rule alone, so nothing is folded. */
export const judgeWith = (key: DetectorKey) => ({
  key,
  judge: (input: RunInput, settings: DetectorSettings) => rules[detectorOf(key).rule](input, key, settings),
});
