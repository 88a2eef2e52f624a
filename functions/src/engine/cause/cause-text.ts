import type { Cause, CauseProperty } from "../../contract/results.js";
import type { Explanation } from "./explain.js";
import { notSet } from "./value-rows.js";

const rareValue = "a value too rare to be named";
const otherExplanations = 2;

/** "96% of the missing rows carry $os = Android (36% of normal rows)"; of the extra rows for a rise; at most 100%. */
export function causeText({ property, values, part, usual }: Explanation, direction: -1 | 1): string {
  const kind = direction < 0 ? "missing" : "extra";
  const names = values.map((value) => (value.name === null ? rareValue : quoted(valueText(value.name))));
  return `${percent(part)} of the ${kind} rows carry ${property} = ${alternatives(names)} (${percent(usual)} of normal rows)`;
}

/** What the report draws: the best explanation and up to two more, shares within 0–1. */
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

/** A value as people know it: texts without their JSON quotes, all else as JSON. */
export function valueText(name: string): string {
  if (name === notSet) return name;
  const value: unknown = JSON.parse(name);
  return typeof value === "string" ? value : name;
}

/** Double quotes where the value itself would blur where it ends. */
export function quoted(text: string): string {
  if (text === notSet) return text;
  return /[,"'()]| or /.test(text) ? JSON.stringify(text) : text;
}

/** "a", "a or b", "a, b or c". */
export const alternatives = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

const percent = (value: number): string => `${Math.round(100 * share(value))}%`;

const share = (value: number): number => Math.max(0, Math.min(1, value));
