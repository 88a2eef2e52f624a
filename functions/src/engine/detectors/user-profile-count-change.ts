import type { CountedSeries } from "../counts/count-reason.js";
import { countRow } from "../counts/count-row.js";
import { judgeProject } from "../counts/judge-project.js";
import { allProfilesEntity, stockRow } from "../counts/profile-stock.js";
import { defineDetector } from "../detector.js";
import type { CountHistory, DraftRow, ProfileHistory, RunInput } from "../model.js";
import { resultRow } from "../result-row.js";
import type { CountSettings } from "../counts/judge-event.js";

const newProfilesEntity = "(new profiles)";
const newProfiles: CountedSeries = {
  kind: "series",
  one: "new profile",
  many: "new profiles",
  isNamed: false,
};
const key = "user_profile_count_change";

/** The stock of profiles, and how many are created a day. */
export const userProfileCountChange = defineDetector({
  key,
  name: "User profile count spike/drop",
  description:
    "The number of user profiles, or of new ones a day, rises or falls beyond what its own past explains.",
  requiresThreshold: true,
  needs: "profiles",
  judge(input, { checkBackDays, thresholdPercent }) {
    const { profiles, lastDay } = input;
    if (!profiles) return [];
    const threshold = thresholdPercent / 100;
    return [
      withSeries(stockRow(profiles.totals, lastDay, checkBackDays, threshold), profiles),
      newProfilesRow(input, profiles, { threshold, checkBackDays }),
    ];
  },
});

/** New profiles are judged as an event of a project of its own: nothing else moves with them. */
function newProfilesRow(input: RunInput, { created }: ProfileHistory, settings: CountSettings): DraftRow {
  const history = created && historyOf(created);
  const judged = history && judgeProject(history, input.lastDay, settings);
  const verdict = judged?.verdicts[0];
  if (judged && verdict) return countRow(key, judged.project, verdict, settings, input.previous, newProfiles);
  const reason = created
    ? "no profile was created in the days that were read."
    : "no property of the profiles tells when they were created.";
  const row = resultRow({
    severity: "inconclusive",
    entity: newProfilesEntity,
    detector: key,
    last_day: input.lastDay,
    threshold_pct: 100 * settings.threshold,
    reason,
  });
  return {
    row,
    series: () => null,
    cause: null,
    isAnalysed: false,
    direction: 0,
    isOpen: false,
    levelChange: null,
  };
}

const historyOf = ({ days, counts }: NonNullable<ProfileHistory["created"]>): CountHistory => ({
  days,
  events: new Map([[newProfilesEntity, counts]]),
});

/** The snapshots as a chart; nothing is expected day by day. */
function withSeries(draft: DraftRow, { totals }: ProfileHistory): DraftRow {
  const { first_bad_day: from, last_day: to, entity, days } = draft.row;
  if (entity !== allProfilesEntity || totals.length === 0 || !to || !days) return draft;
  return {
    ...draft,
    series: () => ({
      kind: "counts",
      days: totals.map(({ day, total }) => ({
        day,
        observed: total,
        expected: null,
        low: null,
        high: null,
        projectChange: 0,
        isProjectDay: false,
        isFlagged: from !== null && day >= from && day <= to,
      })),
      tested: { from: from ?? totals[0]!.day, to },
      weekdayShape: null,
    }),
  };
}
