import { writeFile } from "node:fs/promises";
import { describeCall, type Call } from "./call.js";
import type { Google } from "./google.js";
import { isConflict } from "./google-error.js";

/** A local settings file, replaced as a whole. */
type FileChange = { file: string; text: string };

export type Change = { what: string; by: Call | FileChange };

/** Something a deployment needs, and how to find out what is missing. */
export type Resource = {
  name: string;
  /** Compares the current state with the wanted one. @returns the changes to make, in order; empty if there are none */
  compare: (google: Google) => Promise<Change[]>;
};

/** Something that is made by one call if there is nothing at `url`. */
export const madeOnce = (name: string, url: string, what: string, by: Call): Resource => ({
  name,
  compare: async (google) => ((await google.read(url)) ? [] : [{ what, by }]),
});

export type Run = { google: Google; isDryRun: boolean; print: (line: string) => void; changes: number };

const maxConflicts = 5;

/** Makes one resource match its wanted state. A dry run only prints the changes. */
export async function apply(run: Run, { name, compare }: Resource): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const changes = await compare(run.google);
    if (changes.length === 0) run.print(`ok  ${name}`);
    try {
      for (const change of changes) await make(run, name, change);
      return;
    } catch (error) {
      // Somebody else made a change in the meantime, so compare again.
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
