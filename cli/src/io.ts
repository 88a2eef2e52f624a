import type { Readable } from "node:stream";
import type { Terminal } from "./analyse/input.js";
import { UsageError } from "./usage-error.js";

/** Everything that a command reads from and writes to: results go out, all else is a note. */
export type Io = Terminal & { env: Readonly<Record<string, string | undefined>>; stdin: Readable };

/** @throws UsageError when it was read for the token already */
export function assertUnread(stdin: Readable): void {
  if (stdin.readableEnded)
    throw new UsageError(
      "standard input was read for the token; set PLUMBLINE_TOKEN instead of --token-stdin",
    );
}

/** A name from elsewhere, without characters that would steer the terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}|\p{Cf}/gu, "\ufffd");

/** The same of a text whose line breaks are ours. */
export const printableLines = (text: string): string => text.split("\n").map(printable).join("\n");

/** Columns as wide as their longest cell. */
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
