import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import type { Resource } from "./apply.js";

export type Settings = Record<string, string | undefined>;

/** @returns an empty object if the file doesn't exist */
export async function readSettings(file: string): Promise<Settings> {
  return parseEnv(await textOf(file));
}

/** A file of `NAME=value` lines that must contain these values. Other lines are kept. */
export const settingsFile = (file: string, name: string, values: Settings): Resource => ({
  name,
  async compare() {
    const text = await textOf(file);
    const present: Settings = parseEnv(text);
    const differing = Object.entries(values).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && present[entry[0]] !== entry[1],
    );
    if (differing.length === 0) return [];
    const names = differing.map(([key]) => key);
    return [{ what: `set ${names.join(", ")}`, by: { file, text: withValues(text, differing) } }];
  },
});

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

function withValues(text: string, values: readonly [string, string][]): string {
  const lines = text.split("\n").filter((line, at, all) => line !== "" || at < all.length - 1);
  for (const [name, value] of values) {
    const line = `${name}="${value}"`;
    const at = lines.findIndex((known) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(known));
    if (at === -1) lines.push(line);
    else lines[at] = line;
  }
  return `${lines.join("\n")}\n`;
}
