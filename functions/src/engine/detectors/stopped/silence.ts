import { projectCounts } from "../../expectation/counts/project-counts.js";
import type { Rule } from "../../rule.js";
import { stoppedRows } from "./stopped-rows.js";

/** Checks for events that have been silent for longer than their own gaps explain. */
export const silence: Rule = ({ counts, lastDay }, key, { checkBackDays }) => ({
  finish: () => {
    const history = counts();
    return history ? stoppedRows(projectCounts(history, lastDay, checkBackDays), key) : [];
  },
});
