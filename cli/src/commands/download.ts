import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  detectorKeySchema,
  detectorKeys,
  type DetectorKey,
} from "../../../functions/src/contract/detectors.js";
import { ApiFailure } from "../client.js";
import { json, type Io } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { UsageError } from "../usage-error.js";
import { findRunId } from "./find.js";

type DownloadOptions = { setup?: string; check?: string; output: string; force?: boolean };

export async function download(
  { io, client, isJson }: Session,
  run: string,
  { setup, check, output, force = false }: DownloadOptions,
): Promise<ExitCode> {
  if (output === "-" && check === undefined)
    throw new UsageError("--output - prints one file: name it with --check");
  const only = check === undefined ? null : checkOf(check);
  const runId = await findRunId(client, run, setup);
  const { detectors } = await client.call("getRunReport", { params: { runId } });
  const files: string[] = [];
  for (const detectorId of only ? [only] : detectors.map(({ id }) => id)) {
    const file = await client
      .call("getDownload", { params: { runId, detectorId } })
      .catch((error: unknown) => {
        // Failed checks have no file.
        if (only === null && error instanceof ApiFailure && error.code === "csv-not-ready") return null;
        throw error;
      });
    if (file === null) continue;
    // The link needs no token, so none is sent.
    const response = await fetch(file.downloadUrl);
    if (!response.ok || !response.body)
      throw new ApiFailure(`the file of ${detectorId} could not be read (${response.status})`, "unreachable");
    const body = Readable.fromWeb(response.body);
    if (output === "-") await print(io, body);
    else files.push(await save(body, path.join(output, path.basename(file.fileName)), force));
  }
  if (output === "-") return 0;
  if (files.length === 0) throw new UsageError(`run ${runId} has no files`);
  io.out(isJson ? json(files) : files.map((file) => `${file}\n`).join(""));
  return 0;
}

function checkOf(key: string): DetectorKey {
  const known = detectorKeySchema.safeParse(key);
  if (!known.success) throw new UsageError(`no check ${key}; there are ${detectorKeys.join(", ")}`);
  return known.data;
}

async function print(io: Io, body: Readable): Promise<void> {
  body.setEncoding("utf8");
  for await (const chunk of body) io.out(chunk as string);
}

/** Saves a file, and removes it if the download is cut off. @throws UsageError when the file exists */
async function save(body: Readable, file: string, force: boolean): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  let isOurs = force;
  const target = createWriteStream(file, { flags: force ? "w" : "wx" }).once("open", () => (isOurs = true));
  try {
    await pipeline(body, target);
    return file;
  } catch (error) {
    if (isOurs) await rm(file, { force: true });
    if ((error as { code?: unknown }).code === "EEXIST")
      throw new UsageError(`${file} exists; --force replaces it`);
    throw error;
  }
}
