import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { type DetectorKey, detectorKeys, detectorOf } from "../../../../functions/src/contract/detectors.js";
import { root } from "../config/paths.js";

/** The data that `npm start` and `npm run emulators` start from. */
export const seedDir = path.join(root, "emulator-data");

const text = z.string().min(1);
const setupSchema = z.strictObject({
  name: text,
  description: z.string(),
  scheduleCron: z.string(),
  scheduleTimezone: text,
  includeWeekends: z.boolean(),
  detectors: z.enum(["all", "counts", "profiles"]),
  checkBackDays: z.union([z.literal(7), z.literal(14), z.literal(30)]),
  /** Whether the seed runs it once. */
  runs: z.boolean(),
  /** If set, the seed first runs it as of this many days ago, so that incidents have a history. */
  pastRunDaysAgo: z.int().positive().nullable(),
});
const accountSchema = z.strictObject({ email: z.email(), password: text, displayName: text });
export const demoDataSchema = z.strictObject({
  account: accountSchema,
  /** Members of the demo account's workspace. */
  teammates: z.array(accountSchema.extend({ role: z.enum(["viewer", "editor", "admin"]) })),
  connection: z.strictObject({
    projectId: text,
    projectName: text,
    region: z.enum(["us", "eu", "in"]),
    serviceUsername: text,
    secretRef: text,
  }),
  setups: z.array(setupSchema).min(1),
});
export type DemoData = z.infer<typeof demoDataSchema>;
export type DemoSetup = DemoData["setups"][number];
export type Teammate = DemoData["teammates"][number];

/** Only the fields that the launcher uses; firebase-tools defines the rest. */
const metadataSchema = z.object({ auth: z.object({ path: text }) });
const accountsSchema = z.object({
  users: z.array(z.object({ localId: text, email: z.string().optional() })),
});

/**
 * Reads the seed: a Firebase export of the Auth emulator, and `demo.json` with what is created through the
 * product's API.
 * @throws Error that names the missing or invalid file
 */
export function readDemoData(directory = seedDir): DemoData {
  const data = read(path.join(directory, "demo.json"), demoDataSchema);
  const { auth } = read(path.join(directory, "firebase-export-metadata.json"), metadataSchema);
  const accountsFile = path.join(directory, auth.path, "accounts.json");
  const { users } = read(accountsFile, accountsSchema);
  for (const { email } of [data.account, ...data.teammates])
    if (!users.some((user) => user.email === email))
      throw new Error(`${accountsFile} has no account ${email}. ${remedy}`);
  return data;
}

/** The body of `POST /setups` for a demo setup; the API validates it. */
export const setupInput = (setup: DemoSetup, connectionId: string) => {
  const { detectors, checkBackDays, runs: _runs, pastRunDaysAgo: _pastRun, ...fields } = setup;
  const selectedDetectors = keysOf[detectors].map((key) => ({
    key,
    settings: { checkBackDays, thresholdPercent: 30 },
  }));
  return { ...fields, connectionId, selectedDetectors };
};

const keysOf: Record<DemoSetup["detectors"], readonly DetectorKey[]> = {
  all: detectorKeys,
  counts: detectorKeys.filter((key) => detectorOf(key).needs === "counts"),
  profiles: detectorKeys.filter((key) => detectorOf(key).needs === "profiles"),
};

const remedy = "`git checkout emulator-data` restores it; `npm run export-seed` writes it again.";

function read<T>(file: string, schema: z.ZodType<T>): T {
  if (!existsSync(file)) throw new Error(`The seed file ${file} is missing. ${remedy}`);
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`The seed file ${file} is invalid: ${reason}\n${remedy}`, { cause: error });
  }
}
