import type { BenchSettings } from "../settings.js";
import type { SimulatedProject } from "./project.js";

/** A rule's finding about one event: its first and last day index, direction and severity. */
export type CountFinding = {
  event: string;
  first: number;
  last: number;
  direction: -1 | 1;
  isAlert: boolean;
};

export type CountRuleAnswer = { findings: CountFinding[]; projectRows: number };

export type CountRule = {
  name: string;
  judge(project: SimulatedProject, settings: BenchSettings): CountRuleAnswer;
};
