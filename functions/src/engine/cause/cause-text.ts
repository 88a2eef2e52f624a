import { notSet } from "../../contract/cause-text.js";
import type { Cause, CauseProperty } from "../../contract/results.js";
import type { Explanation } from "./explain.js";

const rareValue = "a value that isn't stored by name";
const otherExplanations = 2;

/** Converts explanations to what the report shows: the best and up to two others, shares limited to 0–1. */
export function causeOfExplanations([best, ...others]: readonly [Explanation, ...Explanation[]]): Cause {
  return { ...propertyOf(best), others: others.slice(0, otherExplanations).map(propertyOf) };
}

const propertyOf = ({ property, values, part, usual }: Explanation): CauseProperty => ({
  property,
  values: values.map((value) => ({
    value: value.name === null ? rareValue : valueText(value.name),
    part: share(value.part),
    usual: share(value.usual),
  })),
  part: share(part),
  usual: share(usual),
});

/** The text for a value: strings without JSON quotes, everything else as JSON. */
export function valueText(name: string): string {
  if (name === notSet) return name;
  const value: unknown = JSON.parse(name);
  return typeof value === "string" ? value : name;
}

const share = (value: number): number => Math.max(0, Math.min(1, value));
