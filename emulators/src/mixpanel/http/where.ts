import type { Call } from "./call.js";
import { Failure } from "./failure.js";

/** The data that a filter reads. `time` is in epoch seconds. */
export type Subject = { properties: Readonly<Record<string, unknown>>; time?: number };

const comparison = /^properties\["([^"\\]+)"\] (==|>=|<) (?:"([^"\\]*)"|datetime\((\d+(?:\.\d+)?)\))$/;

/**
 * The filter in `where`, or null if it is absent: comparisons of a property with a text or a time, joined by
 * `and`. Mixpanel knows more. Comparing different types is false.
 * @throws Failure 400
 */
export function whereParam(call: Call): ((subject: Subject) => boolean) | null {
  const text = call.params.get("where");
  if (text === undefined || text.trim() === "") return null;
  const tests = text.split(" and ").map((part) => {
    const [, name, operator, quoted, seconds] = comparison.exec(part) ?? [];
    if (!name) throw new Failure(400, `Error in where: cannot read "${part}"`);
    const right = quoted ?? Number(seconds);
    return ({ properties, time }: Subject): boolean => {
      const left = name === "$time" ? time : properties[name];
      if (operator === "==") return left === right;
      if (typeof left !== typeof right) return false;
      return operator === "<" ? left! < right : left! >= right;
    };
  });
  return (subject) => tests.every((test) => test(subject));
}
