import { numberBin } from "../../shares/value-traits.js";
import { finite } from "../json-text.js";
import { kindPlainText } from "../kinds.js";
import type { PropertyNames } from "../property-names.js";
import { spelledValue } from "../spelled-value.js";
import { textTrait } from "../traits.js";
import type { KernelExports, KernelHost } from "./kernel-exports.js";
import type { KernelMemory } from "./kernel-memory.js";

const leftToHost = -1;

/** The rare things that the kernel leaves to us, see `assembly/host.ts`. @param parts are there before any is asked for */
export function kernelHost(parts: {
  kernel: () => KernelExports;
  memory: () => KernelMemory;
  names: PropertyNames;
}): KernelHost {
  const { kernel, memory, names } = parts;
  return {
    parseNumber(start, length) {
      const text = memory().text(start, length);
      return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? finite(Number(text)) : NaN;
    },
    nameEvent(start, length) {
      const name = parsedText(memory().text(start, length));
      const event = name === undefined ? null : names.event(name);
      return event !== null && event.spellingsLeft-- > 0 ? event.number : leftToHost;
    },
    nameKey(eventNumber, start, length) {
      const name = parsedText(memory().text(start, length));
      const slot = name === undefined ? null : names.slot(names.eventNumbered(eventNumber), name);
      if (slot === null || slot.spellingsLeft-- <= 0) return leftToHost;
      return slot.index * 16 + slot.role * 2 + (slot.isJudged ? 1 : 0);
    },
    spellValue(start, length) {
      const value = parsedToken(memory().text(start, length));
      if (value === undefined) return leftToHost;
      const { kind, text } = spelledValue(value);
      const bytes = Buffer.byteLength(text);
      const scratch = kernel().scratchOf(bytes);
      memory().bytes.write(text, scratch);
      return bytes * 16 + kind;
    },
    describeValue(kind, start, length) {
      const text = memory().text(start, length);
      return textTrait(kind === kindPlainText ? text : (parsedText(text) ?? text));
    },
    binNumber: numberBin,
  };
}

/** The value of a JSON token, undefined when it is none. */
function parsedToken(token: string): unknown {
  try {
    return JSON.parse(token) as unknown;
  } catch {
    return undefined;
  }
}

/** The text that stands in JSON between its quotes, undefined when it is none. */
function parsedText(content: string): string | undefined {
  const text = parsedToken(`"${content}"`);
  return typeof text === "string" ? text : undefined;
}
