import { z } from "zod";
import { eventsNeedingCause } from "../../engine/cause/events-needing-cause.js";
import type { AggregateReader, RunInput } from "../../engine/model.js";
import { encodeDay } from "../../engine/profile/codec.js";
import { openAggregates } from "../../engine/profile/open-aggregates.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { Exclusions } from "../data-settings/schema-repository.js";
import type { Dependencies } from "../dependencies.js";
import type { MixpanelAccess } from "../mixpanel/mixpanel.js";
import { objectPaths } from "../objects/object-paths.js";
import { readJson, writeJson } from "../objects/object-store.js";
import { connectionHashKey, withoutExcluded } from "./day-store.js";
import { exportAndProfile } from "./export-events.js";
import type { HeldRun } from "./held-run.js";
import { dispositionOf, RunLostError } from "./run-failure.js";

type Parts = Pick<Dependencies, "mixpanel" | "objects" | "clock" | "settings" | "logger">;

/**
 * For a run with count detectors alone: the aggregates that tell where the flagged changes come from, by one export of
 * just those events and days. A finding stands without its cause, so a failed export only leaves the cause out.
 */
export async function readCauses(
  deps: Parts,
  run: HeldRun,
  query: { connection: ConnectionRecord; access: MixpanelAccess; input: RunInput; exclusions: Exclusions },
): Promise<AggregateReader | null> {
  const requests = eventsNeedingCause(query.input);
  if (requests.length === 0) return null;
  const { uid, record } = run;
  const donePath = objectPaths.runCauseDone(uid, record.id);
  const stored = z.array(z.string()).safeParse(await readJson(deps.objects, donePath));
  const days = stored.success ? stored.data : await exported();
  if (days.length === 0) return null;
  const opened = await Promise.all(
    days.map(async (day) => {
      const bytes = await deps.objects.read(objectPaths.runCauseDay(uid, record.id, day));
      if (!bytes) throw new Error(`aggregates of ${day} are missing`);
      return { day, bytes };
    }),
  );
  return withoutExcluded(openAggregates(opened), query.exclusions);

  async function exported(): Promise<string[]> {
    await run.step("Looking for the causes of what was found");
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
          hashKey: connectionHashKey(deps.settings.hashKey, uid, query.connection.id),
          exclusions: query.exclusions,
          events: requests.map(({ event }) => event),
        },
        run.signal,
      );
      for (const day of profile.days) {
        await deps.objects.write(objectPaths.runCauseDay(uid, record.id, day), encodeDay(profile.day(day)), {
          contentType: "application/octet-stream",
        });
        days.push(day);
      }
    } catch (error) {
      if (error instanceof RunLostError || !isMixpanelTrouble(error)) throw error;
      deps.logger.warn("causes not read", { uid, runId: record.id }, error);
      days.length = 0;
    }
    await writeJson(deps.objects, donePath, days);
    return days;
  }
}

/** Everything that Mixpanel may answer; what went wrong on our side is tried again with the run. */
function isMixpanelTrouble(error: unknown): boolean {
  const disposition = dispositionOf(error);
  return disposition.kind !== "retry" || disposition.failure.code !== "internal";
}
