import type { Readable } from "node:stream";
import type { Terminal } from "./analyse/input.js";
import { UsageError } from "./usage-error.js";

/** A command's input and output: results go to `out`, everything else to `note`. */
export type Io = Terminal & {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable;
  /** Whether results go to a terminal. */
  isOutTerminal: boolean;
};

/** @throws UsageError when standard input was already read for the token */
export function assertUnread(stdin: Readable): void {
  if (stdin.readableEnded)
    throw new UsageError(
      "standard input was read for the token; set PLUMBLINE_TOKEN instead of --token-stdin",
    );
}

/**
 * Replaces characters in outside text, so that it can't control the terminal, and CI runners don't take it for a command:
 * `::set-env …` at the start of a line, `##[…]` or `##vso[…]` anywhere in it.
 */
export const printable = (text: string): string =>
  text
    .replace(/\p{Cc}|\p{Cf}/gu, "\ufffd")
    .replace(/^(\s*):(?=:)/, "$1\ufffd")
    .replace(runnerCommand, "#\ufffd");

/** The second `#` of a command that a runner recognizes anywhere in a line. */
const runnerCommand = /##(?=\w*\[)/g;

/** The same for text whose line breaks are our own. */
export const printableLines = (text: string): string => text.split("\n").map(printable).join("\n");

/** A text table with columns as wide as their longest cell. */
export function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headers, ...rows.map((row) => row.map(printable))];
  const widths = headers.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/** Formats JSON. The same characters are escaped, so nothing is lost. */
export const json = (value: unknown): string =>
  `${JSON.stringify(value, null, 2)
    .replace(/[\x7f-\x9f]|\p{Cf}/gu, escaped)
    .replace(runnerCommand, "#\\u0023")}\n`;

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
