import { projectCounts } from "../../expectation/counts/project-counts.js";
import { stoppedRows } from "./stopped-rows.js";
import type { Rule } from "../../rule.js";

/** Checks for events that have been silent for longer than their own gaps explain. */
export const silence: Rule = (input, key, { checkBackDays }) =>
  input.counts ? stoppedRows(projectCounts(input.counts, input.lastDay, checkBackDays), key) : [];
