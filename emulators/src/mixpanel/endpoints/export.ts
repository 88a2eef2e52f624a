import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { hashOf } from "../data/random.js";
import { type Day, addDays, dayBounds, dayIn, daysBetween } from "../data/days.js";
import { linesOf } from "../data/rows.js";
import type { Call } from "../http/call.js";
import { Failure } from "../http/failure.js";
import { dateParam, limitParam, stringList } from "../http/params.js";
import { acceptsGzip, GZIP_ABOVE_BYTES } from "../http/reply.js";
import { whereParam } from "../http/where.js";
import type { Project, World } from "../world.js";
import type { ProjectEndpoint } from "./endpoint.js";
import { type BrokenStream, breakLines } from "./export-faults.js";

const MAX_LIMIT = 100_000;

/** `/api/2.0/export`: every stored event of the days, one JSON object per line, including duplicates. */
export const rawExport: ProjectEndpoint = async (given) => {
  const { world, call, project, role } = given;
  if (role === "consumer") throw new Failure(403, "Forbidden: your role does not allow exporting events");
  const range = exportRange(world, call, project);
  const limit = call.params.has("limit") ? limitParam(call, MAX_LIMIT) : Infinity;
  if (limit !== Infinity && limit > MAX_LIMIT) throw new Failure(400, `limit must be at most ${MAX_LIMIT}`);
  const chunks = limited(matching(call, chunksOf(world, call, project, range)), limit);
  await send(call, breakLines(call.faults, chunks));
};

/** @throws Failure 400 for dates that are invalid, in the wrong order or in the future */
function exportRange(world: World, call: Call, project: Project): { from: Day; to: Day } {
  const from = dateParam(call, "from_date");
  const to = dateParam(call, "to_date");
  const zone = project.exportTimeBasis === "utc" ? "UTC" : project.timeZone;
  if (to > dayIn(zone, world.now().getTime())) throw new Failure(400, "to_date cannot be later than today");
  if (from > to) throw new Failure(400, "to_date cannot be before from_date");
  return { from, to };
}

/** Yields the lines of one event and project day at a time. The order of events differs from day to day. */
function* chunksOf(
  world: World,
  call: Call,
  project: Project,
  { from, to }: { from: Day; to: Day },
): Generator<string[]> {
  const names = stringList(call, "event");
  const zone = project.exportTimeBasis === "utc" ? "UTC" : project.timeZone;
  const fromMs = dayBounds(from, zone).start;
  const untilMs = Math.min(dayBounds(to, zone).end, world.now().getTime());
  const options = {
    fromMs,
    untilMs,
    isWallClock: project.exportTimeBasis === "projectTime",
    isTimeInMs: ["true", "1"].includes(call.params.get("time_in_ms") ?? ""),
  };
  const events = project.dataset.events.filter(({ name }) => !names || names.includes(name));
  for (const day of daysBetween(addDays(from, -1), addDays(to, 1))) {
    const bounds = dayBounds(day, project.timeZone);
    if (bounds.end <= fromMs || bounds.start >= untilMs) continue;
    const shuffled = events.toSorted((a, b) => hashOf(a.name + day) - hashOf(b.name + day));
    for (const event of shuffled) {
      const silentFrom = world.faults.silentFrom(project.id, event.name);
      if (silentFrom <= bounds.start) continue;
      yield linesOf(project.dataset, event, day, { ...options, untilMs: Math.min(untilMs, silentFrom) });
    }
  }
}

function* matching(call: Call, chunks: Iterable<string[]>): Generator<string[]> {
  const where = whereParam(call);
  if (!where) {
    yield* chunks;
    return;
  }
  const perSecond = ["true", "1"].includes(call.params.get("time_in_ms") ?? "") ? 1000 : 1;
  for (const lines of chunks) {
    yield lines.filter((line) => {
      const { properties } = JSON.parse(line) as { properties: Record<string, unknown> & { time: number } };
      return where({ properties, time: properties.time / perSecond });
    });
  }
}

function* limited(chunks: Iterable<string[]>, limit: number): Generator<string[]> {
  let left = limit;
  for (const lines of chunks) {
    if (left <= 0) return;
    yield lines.length > left ? lines.slice(0, left) : lines;
    left -= lines.length;
  }
}

/** Sends the lines at the speed of the reader, compressed once the body is known to exceed 1400 bytes. */
async function send(call: Call, { chunks, ending }: BrokenStream): Promise<void> {
  const { response } = call;
  const pending: string[] = [];
  let bytes = 0;
  let sink: NodeJS.WritableStream | null = null;
  const open = (): NodeJS.WritableStream => {
    const isGzip = acceptsGzip(call) && bytes > GZIP_ABOVE_BYTES;
    response.writeHead(200, {
      "content-type": "text/plain",
      ...(isGzip ? { "content-encoding": "gzip" } : {}),
    });
    if (!isGzip) return response;
    const gzip = createGzip({ level: 1 });
    gzip.pipe(response);
    return gzip;
  };
  for (const lines of chunks) {
    if (response.destroyed) return;
    if (lines.length === 0) continue;
    const text = `${lines.join("\n")}\n`;
    bytes += text.length;
    pending.push(text);
    if (bytes <= GZIP_ABOVE_BYTES) continue;
    sink ??= open();
    const hasRoom = sink.write(pending.join(""));
    pending.length = 0;
    if (hasRoom) await nextTurn();
    else await drained(sink, response);
  }
  sink ??= open();
  const tail = pending.join("") + ending.text;
  if (!ending.isCut) {
    sink.end(tail);
    return;
  }
  sink.write(tail);
  // Give buffered data time to reach the wire, so that the reader sees a line without an end.
  setTimeout(() => response.destroy(), 50);
}

/** Resolves when there is room again, or when the reader has disconnected. */
function drained(sink: NodeJS.WritableStream, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      sink.off("drain", done);
      response.off("close", done);
      resolve();
    };
    sink.on("drain", done);
    response.on("close", done);
  });
}
