import { writeFile } from "node:fs/promises";
import { describeCall, type Call } from "./call.js";
import type { Google } from "./google.js";
import { isConflict } from "./google-error.js";

/** A local file of settings, replaced as a whole. */
type FileChange = { file: string; text: string };

export type Change = { what: string; by: Call | FileChange };

/** Something that a deployment needs, and how to see what is missing of it. */
export type Resource = {
  name: string;
  /** Reads what is there and compares. @returns what has to change, in order; nothing when all is as wanted */
  compare: (google: Google) => Promise<Change[]>;
};

export type Run = { google: Google; isDryRun: boolean; print: (line: string) => void; changes: number };

const maxConflicts = 5;

/** Brings one resource to its wanted state; in a dry run only says how. */
export async function apply(run: Run, { name, compare }: Resource): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const changes = await compare(run.google);
    if (changes.length === 0) run.print(`ok  ${name}`);
    try {
      for (const change of changes) await make(run, name, change);
      return;
    } catch (error) {
      // Read again what the other one has left, and compare with that.
      if (!isConflict(error) || attempt === maxConflicts) throw error;
    }
  }
}

async function make(run: Run, name: string, { what, by }: Change): Promise<void> {
  run.print(`${run.isDryRun ? "-->" : "+  "} ${name}: ${what}`);
  run.print(`    ${"file" in by ? `write ${by.file}` : describeCall(by)}`);
  if (!run.isDryRun) await ("file" in by ? writeFile(by.file, by.text) : run.google.send(by));
  run.changes++;
}
