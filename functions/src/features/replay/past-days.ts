import { dayRange } from "../../common/days.js";
import { countHistory } from "../../aggregates/count-history.js";
import { type Chunk, JoinedChunks, type OpenDay, SharedDays } from "../../profiler/index.js";
import type { CountHistory } from "../../aggregates/model.js";
import type { PastDay } from "../../engine/evaluate/day-replay.js";
import type { SelectedDetector } from "../../contract/detectors.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { objectPaths } from "../../common/object-paths.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { AggregateStore, withoutExcluded } from "../runs/exports/aggregate-store.js";
import { readStoredCounts } from "../runs/steps/read-counts.js";
import { historyOf, readSnapshot } from "../runs/steps/read-profiles.js";
import { daysOf, profileDays } from "../runs/steps/required-data.js";
import type { PlannedDay, ReplayPlan } from "./plan-replay.js";

/** Bytes of encoded days that fit into the function's memory, along with what evaluating them takes. */
const maxBytes = 1_000_000_000;

/** Thrown when the days' data doesn't fit into memory. */
export class ProjectTooLargeError extends Error {
  override readonly name = "ProjectTooLargeError";
}

/**
 * Reads the stored data of the days that can be replayed, each stored object once.
 * @throws ProjectTooLargeError
 */
export async function readPastDays(
  { objects }: Pick<Dependencies, "objects">,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  plan: ReplayPlan,
  detectors: readonly SelectedDetector[],
): Promise<{ planned: PlannedDay; input: PastDay }[]> {
  const shared = await readEncoded(objects, workspaceId, connection, plan.days);
  const past: { planned: PlannedDay; input: PastDay }[] = [];
  for (const planned of plan.days.filter(({ status }) => status !== "no-data")) {
    const { day, aggregates: span } = planned;
    const reader = span && withoutExcluded(shared.reader(span.from, span.to), plan.exclusions);
    const { exclusions } = plan;
    const snapshot = planned.hasProfiles && (await readSnapshot(objects, workspaceId, connection, day));
    past.push({
      planned,
      input: {
        lastDay: day,
        counts:
          planned.counts?.from === "run"
            ? await runCounts(objects, workspaceId, connection, planned.counts, plan)
            : planned.counts && reader && countHistory(reader),
        aggregates: daysOf(detectors, "event-properties") > 0 || !usesQuery(connection) ? reader : null,
        profiles: snapshot
          ? await historyOf(
              objects,
              workspaceId,
              { connection, exclusions },
              snapshot,
              profileDays(detectors),
            )
          : null,
        annotations: plan.annotations(day),
      },
    });
  }
  return past;
}

/** With the Query API, a run of count checks alone reads causes from an export of its own, which isn't stored. */
const usesQuery = ({ capabilities }: ConnectionRecord): boolean => capabilities?.queryApi ?? false;

async function readEncoded(
  objects: Dependencies["objects"],
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  days: readonly PlannedDay[],
): Promise<SharedDays> {
  const wanted = new Set(
    days.flatMap(({ aggregates }) => (aggregates ? dayRange(aggregates.from, aggregates.to) : [])),
  );
  const store = new AggregateStore(objects);
  const opened: OpenDay[] = [];
  let size = 0;
  for (const day of [...wanted].sort()) {
    const chunks: Chunk[] = [];
    for (const chunk of await store.chunks(workspaceId, connection, day)) {
      size += chunk.bytes.length;
      if (size > maxBytes) throw new ProjectTooLargeError(`more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    opened.push(new JoinedChunks(chunks));
  }
  return new SharedDays(opened);
}

/** The counts that a run on that day got from the Query API, or that a later run got for the same days. */
async function runCounts(
  objects: Dependencies["objects"],
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  { file, span }: { file: string; span: { from: string; to: string } },
  { exclusions, tooLargeEvents }: ReplayPlan,
): Promise<CountHistory | null> {
  const stored = await readStoredCounts(objects, objectPaths.countsOf(workspaceId, connection, file));
  if (!stored) return null;
  const from = stored.days.indexOf(span.from);
  const end = stored.days.indexOf(span.to) + 1;
  if (from < 0 || end === 0) return null;
  const events = stored.events
    .filter(([name]) => !exclusions.events.has(name) || tooLargeEvents.includes(name))
    .map(([name, rows]): [string, number[]] => [name, rows.slice(from, end)])
    .filter(([, rows]) => rows.some((count) => count > 0));
  return { days: stored.days.slice(from, end), events: new Map(events) };
}
