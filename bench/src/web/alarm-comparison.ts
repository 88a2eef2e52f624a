import { plumblineRule } from "../detection/counts/plumbline-rule.js";
import { simulateProject } from "../detection/counts/project.js";
import { rivalRules } from "../detection/counts/rival-rules.js";
import { lastDayPerWeekday, weekdayNames } from "../detection/days.js";
import { seededRandom } from "../detection/random.js";
import { usualSettings } from "../detection/settings.js";

const naiveName = "±T% against the last 7 days";

export type AlarmComparison = {
  events: number;
  projectsPerWeekday: number;
  /** Mean warnings and alerts per run over the projects, by the weekday on which the tested days end. */
  naive: { weekdays: { weekday: string; alarms: number }[]; mean: number };
  plumbline: { weekdays: { weekday: string; alarms: number }[]; mean: number };
};

/**
 * Measures warnings and alerts per run on simulated projects in which nothing is broken, the same as in
 * bench:detection.
 */
export function alarmComparison({ seed, projects }: { seed: string; projects: number }): AlarmComparison {
  const naive = rivalRules.find(({ name }) => name === naiveName);
  if (!naive) throw new Error(`bench:detection has no rule "${naiveName}"`);
  const sums = { naive: lastDayPerWeekday.map(() => 0), plumbline: lastDayPerWeekday.map(() => 0) };
  let events = 0;
  lastDayPerWeekday.forEach((lastDay, weekday) => {
    for (let i = 0; i < projects; i++) {
      const project = simulateProject(seededRandom(`${seed} clean ${lastDay} ${i}`), { lastDay });
      events = project.events.length;
      sums.naive[weekday]! += naive.judge(project, usualSettings).findings.length;
      sums.plumbline[weekday]! += plumblineRule.judge(project, usualSettings).findings.length;
    }
  });
  const perRun = (totals: readonly number[]) => ({
    weekdays: totals.map((total, i) => ({ weekday: weekdayNames[i]!, alarms: total / projects })),
    mean: totals.reduce((sum, total) => sum + total, 0) / totals.length / projects,
  });
  return {
    events,
    projectsPerWeekday: projects,
    naive: perRun(sums.naive),
    plumbline: perRun(sums.plumbline),
  };
}
