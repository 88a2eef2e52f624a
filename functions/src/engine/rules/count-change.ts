import { causeOf } from "../cause/cause-of.js";
import { countRow } from "../counts/rows/count-row.js";
import { thresholdOf } from "../annotations/annotations.js";
import { judgeEvent } from "../counts/streaks/judge-event.js";
import { judgeProject, testedDays } from "../counts/streaks/judge-project.js";
import { projectRows } from "../counts/rows/project-rows.js";
import { stoppedEvents } from "../counts/stopped/stopped-rows.js";
import type { Rule } from "../rule.js";
import { withCountSegments } from "../segments/rows/count-rows.js";

/** Every event against its recent level, its weekday and what the whole project did; and the project itself. */
export const countChange: Rule = (input, key, { checkBackDays, thresholdPercent }) => {
  if (!input.counts) return [];
  const threshold = thresholdPercent / 100;
  const judged = judgeProject(input.counts, input.lastDay, { threshold, checkBackDays });
  const { project, settings, verdicts } = judged;
  const stopped = stoppedEvents(project);
  const tested = testedDays(project, threshold);
  const rows = verdicts.map((usual) => {
    const { event } = usual;
    const own = thresholdOf(input.annotations, key, event.name, null, thresholdPercent) / 100;
    const limit = { ...settings, threshold: own };
    const verdict = own === threshold ? usual : judgeEvent(project, event, tested, limit);
    const draft = countRow(key, project, verdict, limit, input.previous);
    if (stopped.has(verdict.event.name)) return draft;
    const found = causeOf(judged, verdict, input.aggregates);
    return found ? { ...draft, cause: found.cause, row: { ...draft.row, cause: found.text } } : draft;
  });
  const segmented = withCountSegments(rows, input, key, { checkBackDays, thresholdPercent });
  return [...segmented, ...projectRows(project, key, threshold)];
};
