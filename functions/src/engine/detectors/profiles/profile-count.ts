import type { DetectorKey } from "../../../contract/detectors.js";
import type { CountedSeries } from "../count/count-reason.js";
import { countRow } from "../count/count-row.js";
import { checkProject } from "../../expectation/counts/check-project.js";
import { newProfilesName } from "../../../contract/findings/csv-row.js";
import { profileTotalRow } from "./profile-total-row.js";
import type { Rule } from "../../rule.js";
import type { CountHistory, ProfileHistory } from "../../../aggregates/model.js";
import type { DraftRow, RunInput } from "../../model.js";
import { resultRow } from "../../result-row.js";
import type { CountSettings } from "../../expectation/counts/check-event.js";

const newProfiles: CountedSeries = {
  kind: "series",
  one: "new profile",
  many: "new profiles",
};

/** Checks the total number of profiles and the number of new profiles per day. */
export const profileCount: Rule = (input, key, { checkBackDays, thresholdPercent }) => ({
  finish: () => {
    const { profiles, lastDay } = input;
    if (!profiles) return [];
    const threshold = thresholdPercent / 100;
    return [
      withSeries(profileTotalRow(profiles.totals, key, lastDay, checkBackDays, threshold), profiles),
      newProfilesRow(input, key, profiles, { threshold, checkBackDays }),
    ];
  },
});

/** Checks new profiles as if they were the only event of a project, so there is no project trend. */
function newProfilesRow(
  input: Pick<RunInput, "lastDay" | "previous">,
  key: DetectorKey,
  { created }: ProfileHistory,
  settings: CountSettings,
): DraftRow {
  const history = created && historyOf(created);
  const checked = history && checkProject(history, input.lastDay, settings);
  const verdict = checked?.verdicts[0];
  if (checked && verdict)
    return countRow(key, checked.project, verdict, settings, input.previous, newProfiles);
  const reason = created
    ? "no profile was created in the days that were read."
    : "no property of the profiles says when they were created.";
  const row = resultRow({
    severity: "inconclusive",
    subject: { kind: "profiles", which: "new" },
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
  events: new Map([[newProfilesName, counts]]),
});

/** Adds a chart of the snapshots. It has no expected value per day. */
function withSeries(draft: DraftRow, { totals }: ProfileHistory): DraftRow {
  const { first_bad_day: from, last_day: to, days } = draft.row;
  if (totals.length === 0 || !to || !days) return draft;
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
