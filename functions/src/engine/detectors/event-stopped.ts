import { projectCounts } from "../counts/project-counts.js";
import { stoppedRows } from "../counts/stopped-rows.js";
import { defineDetector } from "../detector.js";

/** Trailing days without a row that an event's own gaps do not explain. */
export const eventStopped = defineDetector({
  key: "event_stopped",
  name: "Event stopped flowing",
  description: "An event that used to come has not been seen for longer than its own pauses explain.",
  requiresThreshold: false,
  needs: "counts",
  judge(input, { checkBackDays }) {
    if (!input.counts) return [];
    return stoppedRows(projectCounts(input.counts, input.lastDay, checkBackDays));
  },
});
