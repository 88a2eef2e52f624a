import type { BenchSettings } from "../settings.js";
import type { Calendar } from "./kinds.js";
import type { SimulatedProperty } from "./project.js";

export type PropertyFinding = {
  event: string;
  detector: "stopped" | "nulls" | "distribution";
  isAlert: boolean;
  /** The first bad day; missing if the rule names none. */
  since?: string | null;
};
export type PropertyRule = {
  name: string;
  judge(
    calendar: Calendar,
    properties: readonly SimulatedProperty[],
    settings: BenchSettings,
  ): PropertyFinding[];
};
