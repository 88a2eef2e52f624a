import { type DetectorKey, detectorOf, type DetectorSettings } from "../../contract/detectors.js";
import type { DraftRow, RunInput } from "../model.js";
import { rules } from "../registry.js";

/** A detector for tests: runs its rule alone, so nothing is folded. */
export const checkWith = (key: DetectorKey) => ({
  key,
  check: (input: RunInput, settings: DetectorSettings): DraftRow[] => {
    const { aggregates, counts } = input;
    const given = { ...input, days: aggregates?.days ?? null, counts: () => counts };
    const check = rules[detectorOf(key).rule](given, key, settings);
    if (aggregates) check.survey?.(aggregates);
    return [...((aggregates && check.check?.(aggregates)) ?? []), ...(check.finish?.() ?? [])];
  },
});
