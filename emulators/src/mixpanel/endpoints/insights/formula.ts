import { Failure } from "../../http/failure.js";
import type { Figures } from "./figures.js";

/** Arithmetic over the metrics' letters, e.g. `(B / A) * 100`. */
export function formula(definition: string, metrics: readonly Figures[]): Figures {
  const result: Figures = new Map();
  for (const key of new Set(metrics.flatMap((metric) => [...metric.keys()]))) {
    const buckets = new Set(metrics.flatMap((metric) => [...(metric.get(key)?.keys() ?? [])]));
    const values = [...buckets].map((bucket) => {
      const letters = metrics.map((metric) => metric.get(key)?.get(bucket) ?? 0);
      return [bucket, compute(definition, letters)] as const;
    });
    result.set(key, new Map(values));
  }
  return result;
}

function compute(definition: string, letters: readonly number[]): number {
  const tokens = definition.match(/[A-Z]|\d+(?:\.\d+)?|[-+*/()]/g) ?? [];
  let at = 0;
  const sum = (): number => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-") value += tokens[at++] === "+" ? product() : -product();
    return value;
  };
  const product = (): number => {
    let value = atom();
    while (tokens[at] === "*" || tokens[at] === "/")
      value = tokens[at++] === "*" ? value * atom() : divide(value, atom());
    return value;
  };
  const atom = (): number => {
    const token = tokens[at++];
    if (token === "(") {
      const value = sum();
      at++;
      return value;
    }
    if (token === "-") return -atom();
    if (token !== undefined && /[A-Z]/.test(token)) return letters[token.charCodeAt(0) - 65] ?? 0;
    const number = Number(token);
    if (Number.isNaN(number)) throw new Failure(400, `Invalid formula: ${definition}`);
    return number;
  };
  return sum();
}

const divide = (a: number, b: number): number => (b === 0 ? 0 : a / b);
