import type { DayOfHours } from "../../aggregates/model.js";
import type { HoursFinding } from "./hours-finding.js";
import { projectHours, type HourHistory } from "./project-hours.js";
import { checkSilence } from "./silent-hours.js";

export type HoursInput = {
  history: HourHistory;
  /** Per event, the hours of today that are complete and at least 2 hours old; as many for every event. */
  today: ReadonlyMap<string, DayOfHours>;
};

/** Findings of the hours of today, at most one per event. Pure: the same hours give the same findings. */
export function judgeHours({ history, today }: HoursInput): HoursFinding[] {
  const day = [...today.values()][0]?.day;
  if (!day) return [];
  const project = projectHours(history, day);
  return [...project.events.values()].flatMap((event) => {
    const hours = today.get(event.daily.name);
    return (hours && checkSilence(project, event, hours)) ?? [];
  });
}
