import { addDays, type Day } from "../../../functions/src/common/days.js";
import type { ProfileHistory } from "../../../functions/src/aggregates/model.js";
import {
  createProfilesProfiler,
  profileHistory,
  type EngageProfile,
} from "../../../functions/src/profiler/index.js";
import { readBytes, type Terminal } from "./input.js";
import { UsageError } from "../usage-error.js";

const newline = 0x0a;

/**
 * Reads a file with one profile, or one page of `/engage`, per line.
 * @throws UsageError that names the number of a line that is neither
 */
export async function readProfiles(
  terminal: Terminal,
  path: string,
  lastDay: Day,
  span: number,
): Promise<ProfileHistory> {
  const days = { from: addDays(lastDay, 1 - span), to: lastDay };
  const profiler = createProfilesProfiler({ days, hashKey: Buffer.from("plumbline analyse") });
  let number = 0;
  for await (const line of linesOf(readBytes(terminal, path))) {
    number++;
    if (line.trim() === "") continue;
    const profiles = profilesIn(line);
    if (profiles === null) throw new UsageError(`${path}, line ${number}: not a user profile`);
    profiler.push(profiles);
  }
  return profileHistory([], profiler.end(), lastDay, span);
}

/** Splits only at "\n", because texts may contain other line breaks. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  /** Pieces of the unfinished line: a page can be a line of many megabytes. */
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString("utf8");
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString("utf8");
}

function profilesIn(line: string): readonly EngageProfile[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof parsed !== "object" || parsed === null) return null;
  if ("results" in parsed && Array.isArray(parsed.results))
    return parsed.results.every(isProfile) ? parsed.results : null;
  return isProfile(parsed) ? [parsed] : null;
}

const isProfile = (value: unknown): value is EngageProfile =>
  typeof value === "object" &&
  value !== null &&
  "$properties" in value &&
  typeof value.$properties === "object" &&
  !Array.isArray(value.$properties);
