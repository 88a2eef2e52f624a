import type { BenchSettings } from "../settings.js";
import type { SimulatedProject } from "./project.js";

/** A finding of a rule about one event: day indexes it speaks of, direction, and how loud. */
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
