import type { Readable } from "node:stream";
import type { Terminal } from "./analyse/input.js";
import { UsageError } from "./usage-error.js";

/** A command's input and output: results go to `out`, everything else to `note`. */
export type Io = Terminal & { env: Readonly<Record<string, string | undefined>>; stdin: Readable };

/** @throws UsageError when standard input was already read for the token */
export function assertUnread(stdin: Readable): void {
  if (stdin.readableEnded)
    throw new UsageError(
      "standard input was read for the token; set PLUMBLINE_TOKEN instead of --token-stdin",
    );
}

/** Replaces control characters in outside text, so that it can't control the terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, "\ufffd");

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

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
