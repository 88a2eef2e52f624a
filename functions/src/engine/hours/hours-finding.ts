import type { Day } from "../../common/days.js";

/** What is wrong with the last tested hours of an event, or of the whole project. */
export type HoursFinding = {
  /** Null for the whole project. */
  event: string | null;
  /** The day and the local hour (0–23) in which it began. */
  day: Day;
  fromHour: number;
  /** Hours up to the last tested one. */
  hours: number;
  observed: number;
  expected: number;
} & (
  | {
      kind: "silence";
      /** Natural logarithm of how likely it is by chance. */
      logChance: number;
    }
  | {
      kind: "drop" | "spike";
      /** How many times larger it is than normal variation. */
      z: number;
      /** Normal variation of ln(rows) of these hours. */
      spread: number;
    }
);
