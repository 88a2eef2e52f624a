import type { Day } from "../../common/days.js";

/** What is wrong with an event's last tested hours. */
export type HoursFinding = {
  kind: "silence";
  event: string;
  /** The day and the local hour (0–23) in which it began. */
  day: Day;
  fromHour: number;
  /** Hours up to the last tested one. */
  hours: number;
  observed: number;
  expected: number;
  /** Natural logarithm of how likely it is by chance. */
  logChance: number;
};
