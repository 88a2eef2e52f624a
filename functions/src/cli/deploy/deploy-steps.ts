import { readdir } from "node:fs/promises";
import path from "node:path";
import { settingsFiles } from "./initialize.js";
import { readSettings, type Settings } from "./settings-file.js";
import { UsageError } from "../usage-error.js";

export type Step = { command: string; args: string[]; env: Settings };

/** IDs have at least six characters, so `.env.local` doesn't match. */
const settingsName = /^\.env\.([a-z][a-z0-9-]{4,28}[a-z0-9])$/;

/** @throws UsageError if it isn't clear which project to deploy */
export async function projectToDeploy(root: string, chosen: string | undefined): Promise<string> {
  const known = (await readdir(path.join(root, "functions"))).flatMap(
    (name) => settingsName.exec(name)?.[1] ?? [],
  );
  const [first, ...others] = chosen === undefined ? known : known.filter((id) => id === chosen);
  if (first === undefined)
    throw new UsageError(`Run "npm run deploy:init -- --project ${chosen ?? "ID"}" first.`);
  if (others.length > 0) throw new UsageError(`Choose one with --project: ${known.join(", ")}.`);
  return first;
}

/**
 * Indexes are deployed first because the new functions' queries need them. `--force` deletes functions that this
 * release no longer has.
 */
export async function deploySteps(root: string, projectId: string): Promise<Step[]> {
  const files = settingsFiles(root, projectId);
  const web = await readSettings(files.web);
  // The URL that search engines and link previews get is the app's, unless another one was chosen.
  const siteUrl = web.VITE_SITE_URL || (await readSettings(files.functions)).APP_URL;
  const env = { ...web, VITE_SITE_URL: siteUrl };
  const firebase = (...args: string[]): Step => ({
    command: "npx",
    args: ["firebase", "deploy", "--project", projectId, "--non-interactive", ...args],
    env: {},
  });
  return [
    { command: "npm", args: ["run", "build"], env },
    firebase("--only", "firestore,storage"),
    firebase("--only", "functions,hosting", "--force"),
  ];
}
