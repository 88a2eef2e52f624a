import type { Cause, CauseProperty } from "../../contract/results.js";
import { segmentName } from "../text/segment-name.js";
import type { Explanation } from "./explain.js";

const otherExplanations = 2;

/** Converts explanations to what the report shows: the best and up to two others, shares limited to 0–1. */
export function causeOfExplanations([best, ...others]: readonly [Explanation, ...Explanation[]]): Cause {
  return { ...propertyOf(best), others: others.slice(0, otherExplanations).map(propertyOf) };
}

const propertyOf = ({ property, values, part, usual }: Explanation): CauseProperty => ({
  property,
  values: values.map((value) => ({
    value: segmentName(value),
    part: share(value.part),
    usual: share(value.usual),
  })),
  part: share(part),
  usual: share(usual),
});

const share = (value: number): number => Math.max(0, Math.min(1, value));
