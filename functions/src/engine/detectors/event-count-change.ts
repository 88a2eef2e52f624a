import { causeOf } from "../cause/cause-of.js";
import { countRow } from "../counts/count-row.js";
import { judgeProject } from "../counts/judge-project.js";
import { projectRows } from "../counts/project-rows.js";
import { stoppedEvents } from "../counts/stopped-rows.js";
import { defineDetector } from "../detector.js";

/** Rows of an event against its recent level, its weekday and what the whole project did. */
export const eventCountChange = defineDetector({
  key: "event_count_change",
  name: "Event count spike/drop",
  description:
    "The rows of an event rise or fall beyond what its recent level, the weekday and the whole project explain.",
  requiresThreshold: true,
  needs: "counts",
  judge(input, { checkBackDays, thresholdPercent }) {
    if (!input.counts) return [];
    const threshold = thresholdPercent / 100;
    const judged = judgeProject(input.counts, input.lastDay, { threshold, checkBackDays });
    const { project, settings, verdicts } = judged;
    const stopped = stoppedEvents(project);
    const rows = verdicts.map((verdict) => {
      const draft = countRow("event_count_change", project, verdict, settings, input.previous);
      if (stopped.has(verdict.event.name)) return draft;
      const found = causeOf(judged, verdict, input.aggregates);
      return found ? { ...draft, cause: found.cause, row: { ...draft.row, cause: found.text } } : draft;
    });
    return [...rows, ...projectRows(project, threshold)];
  },
});
