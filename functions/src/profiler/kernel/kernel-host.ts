import { numberBin } from "../../aggregates/value-traits.js";
import { numberBucket } from "../../aggregates/value-bucket.js";
import { finite } from "./values/json-text.js";
import { kindPlainText } from "./kinds.js";
import type { PropertyNames } from "./property-names.js";
import { normalizeValue } from "./values/normalize-value.js";
import { traitOfText } from "./values/traits.js";
import type { KernelExports, KernelHost } from "./kernel-exports.js";
import { KernelFailure } from "./kernel-failure.js";
import type { KernelMemory } from "./kernel-memory.js";

/** Tells the kernel that the host must read the line with `JSON.parse`. */
const hostReadsLine = -1;

/**
 * Creates the functions that the kernel imports, see `assembly/host.ts`.
 * @param deps must work once the kernel calls any
 */
export function kernelHost(deps: {
  kernel: () => KernelExports;
  memory: () => KernelMemory;
  names: PropertyNames;
}): KernelHost {
  const { kernel, memory, names } = deps;
  return {
    parseNumber(start, length) {
      const text = memory().text(start, length);
      return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? finite(Number(text)) : NaN;
    },
    resolveEvent(start, length) {
      const name = parsedText(memory().text(start, length));
      const event = name === undefined ? null : names.event(name);
      return event !== null && event.spellingsLeft-- > 0 ? event.number : hostReadsLine;
    },
    resolveKey(eventNumber, start, length) {
      const name = parsedText(memory().text(start, length));
      const slot = name === undefined ? null : names.slot(names.eventNumbered(eventNumber), name);
      if (slot === null || slot.spellingsLeft-- <= 0) return hostReadsLine;
      return slot.index * 16 + slot.role * 2 + (slot.isCounted ? 1 : 0);
    },
    normalizeToken(start, length) {
      const value = parsedToken(memory().text(start, length));
      if (value === undefined) return hostReadsLine;
      const { kind, text } = normalizeValue(value);
      const bytes = Buffer.byteLength(text);
      const scratch = kernel().allocScratch(bytes);
      memory().bytes.write(text, scratch);
      return bytes * 16 + kind;
    },
    traitOfOddText(kind, start, length) {
      const text = memory().text(start, length);
      return traitOfText(kind === kindPlainText ? text : (parsedText(text) ?? text));
    },
    binNumber: numberBin,
    bucketNumber: numberBucket,
    fail(reason) {
      throw new KernelFailure(reason);
    },
  };
}

/** The value of a JSON token, undefined when it is not JSON. */
function parsedToken(token: string): unknown {
  try {
    return JSON.parse(token) as unknown;
  } catch {
    return undefined;
  }
}

/** The text whose JSON is `content` between quotes, undefined when that is not JSON. */
function parsedText(content: string): string | undefined {
  const text = parsedToken(`"${content}"`);
  return typeof text === "string" ? text : undefined;
}
