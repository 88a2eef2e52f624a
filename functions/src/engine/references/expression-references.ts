import type { References } from "./model.js";

/** `properties["name"]`, `user["name"]` and `event["name"]`, in single or double quotes. */
const access = /\b(properties|user|event)\s*\[\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\]/g;

/** Adds the properties named in a segmentation expression, which custom events and older cohorts use. */
export function addExpression(found: References, expression: string, events: readonly string[] | null): void {
  for (const [, source, double, single] of expression.matchAll(access)) {
    const name = (double ?? single ?? "").replace(/\\(.)/g, "$1");
    if (name === "") continue;
    if (source === "user") found.userProperties.add(name);
    else found.properties.push({ events, name, id: null });
  }
}
