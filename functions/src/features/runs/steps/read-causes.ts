import { z } from "zod";
import { eventsNeedingCause } from "../../../engine/detectors/count/events-needing-cause.js";
import type { AggregateReader } from "../../../aggregates/model.js";
import type { RunInput } from "../../../engine/model.js";
import { encodeDay, openAggregates } from "../../../profiler/index.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import type { Exclusions } from "../../data-settings/schema-repository.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import { MixpanelError } from "../../../ports/mixpanel-error.js";
import { objectPaths } from "../../../common/object-paths.js";
import { readJson, writeJson } from "../../../ports/object-store.js";
import { connectionHashKey, withoutExcluded } from "../exports/aggregate-store.js";
import { splitToFitUrl } from "../exports/event-groups.js";
import { exportAndProfile } from "../exports/export-events.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import { classifyFailure, LeaseLostError } from "../run-failure.js";

type Deps = Pick<Dependencies, "mixpanel" | "objects" | "clock" | "settings" | "logger">;

/**
 * For a run with count detectors only: aggregates that show the likely causes, read by one export of the flagged events
 * and days. A finding is valid without its cause, so a failed export only leaves the cause out.
 */
export async function readCauses(
  deps: Deps,
  run: LeasedRun,
  query: {
    connection: ConnectionRecord;
    access: MixpanelAccess;
    input: Pick<RunInput, "counts" | "detectors" | "lastDay">;
    exclusions: Exclusions;
  },
): Promise<AggregateReader | null> {
  // Events that are too large to read are counted, too.
  const requests = eventsNeedingCause(query.input).filter(({ event }) => !query.exclusions.events.has(event));
  if (requests.length === 0) return null;
  const { workspaceId, record } = run;
  const donePath = objectPaths.runCauseDone(workspaceId, record.id);
  const stored = z.array(z.string()).safeParse(await readJson(deps.objects, donePath));
  const days = stored.success ? stored.data : await exportCauses();
  if (days.length === 0) return null;
  const opened = await Promise.all(
    days.map(async (day) => {
      const bytes = await deps.objects.read(objectPaths.runCauseDay(workspaceId, record.id, day));
      if (!bytes) throw new Error(`aggregates of ${day} are missing`);
      return { day, bytes };
    }),
  );
  return withoutExcluded(openAggregates(opened), query.exclusions);

  async function exportCauses(): Promise<string[]> {
    await run.step("Looking for likely causes");
    const days: string[] = [];
    try {
      const profile = await exportAndProfile(
        deps,
        query.access,
        {
          days: {
            from: requests.map(({ from }) => from).reduce((a, b) => (a < b ? a : b)),
            to: requests.map(({ to }) => to).reduce((a, b) => (a > b ? a : b)),
          },
          clock: record.plan!,
          hashKey: connectionHashKey(deps.settings.hashKey, workspaceId, query.connection.id),
          exclusions: query.exclusions,
          // The others are told without a cause.
          events: splitToFitUrl(requests.map(({ event }) => event))[0]!,
          onChunk: () => {
            if (deps.clock.now() >= run.readsUntil)
              throw new MixpanelError("timeout", "raw export", "raw export: too long to look for causes");
          },
        },
        run.signal,
      );
      for (const day of profile.days) {
        await deps.objects.write(
          objectPaths.runCauseDay(workspaceId, record.id, day),
          encodeDay(profile.day(day)),
          {
            contentType: "application/octet-stream",
          },
        );
        days.push(day);
      }
    } catch (error) {
      if (error instanceof LeaseLostError || !isMixpanelFailure(error)) throw error;
      deps.logger.warn("causes not read", { workspaceId, runId: record.id }, error);
      days.length = 0;
    }
    await writeJson(deps.objects, donePath, days);
    return days;
  }
}

/** Whether Mixpanel caused the error; our own errors are retried with the run. */
function isMixpanelFailure(error: unknown): boolean {
  const disposition = classifyFailure(error);
  return disposition.kind !== "retry" || disposition.failure.code !== "internal";
}
