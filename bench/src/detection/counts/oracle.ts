import { lastDayPerWeekday } from "../days.js";
import { seededRandom } from "../random.js";
import { usualSettings } from "../settings.js";
import { plumblineRule } from "./plumbline-rule.js";
import { simulateProject, type SimulatedEvent } from "./project.js";
import type { CountFinding, CountRule } from "./rules.js";

type Scored = CountFinding & { z: number };

const { checkBackDays, thresholdPercent } = usualSettings;
const minRows = 10;
/** As in our own rule, a streak that is over needs a higher z, because there are more of them to test. */
const closedRunFactor = 1.2;

/** Variance of the mean of k days whose noise is correlated from day to day. */
const runVariance = (noise: number, memory: number, k: number): number => {
  let sum = k;
  for (let lag = 1; lag < k; lag++) sum += 2 * (k - lag) * memory ** lag;
  return (noise * noise * sum) / (k * k);
};

/** The strongest streak of the window that differs by at least the threshold, measured in exactly known spreads. */
function strongest(event: SimulatedEvent, days: number): Scored | null {
  const last = days - 1;
  const threshold = thresholdPercent / 100;
  let best: Scored | null = null;
  const test = (first: number, end: number, factor: number) => {
    let [observed, usual] = [0, 0];
    for (let i = first; i <= end; i++) {
      observed += event.counts[i]!;
      usual += event.usual[i]!;
    }
    if (usual < minRows && observed < minRows) return;
    const effect = observed < usual ? observed / usual - 1 : observed / Math.max(usual, minRows) - 1;
    if (Math.abs(effect) < threshold) return;
    const variance = runVariance(event.noise, event.memory, end - first + 1) + 1 / (usual + 1);
    const log = Math.log((observed + 0.5) / (usual + 0.5));
    const z = Math.abs(log) / Math.sqrt(variance) / factor;
    if (!best || z > best.z)
      best = { event: event.name, first, last: end, direction: log < 0 ? -1 : 1, isAlert: true, z };
  };
  for (let k = 1; k <= checkBackDays; k++) test(last - k + 1, last, 1);
  for (let i = last - checkBackDays + 1; i < last; i++) test(i, i, closedRunFactor);
  return best;
}

const calibrationProjects = 3;

/**
 * The upper bound: a rule that knows every event's usual rows, noise and correlation. Its bar is set on separate
 * clean projects, so that it raises as many alarms there as our rule does.
 */
export function calibratedOracle(seed: string): CountRule {
  const strengths: number[] = [];
  let ours = 0;
  for (const lastDay of lastDayPerWeekday)
    for (let i = 0; i < calibrationProjects; i++) {
      const project = simulateProject(seededRandom(`${seed} calibration ${lastDay} ${i}`), {
        lastDay,
        checkBackDays,
      });
      ours += plumblineRule.judge(project, usualSettings).findings.length;
      for (const event of project.events) strengths.push(strongest(event, project.days.length)?.z ?? 0);
    }
  const bar = strengths.sort((a, b) => b - a)[Math.max(0, ours - 1)]!;
  return {
    name: `oracle (knows rates and noise, z ${bar.toFixed(1)})`,
    judge: ({ days, events }) => ({
      projectRows: 0,
      findings: events
        .map((event) => strongest(event, days.length))
        .filter((found) => found !== null)
        .filter(({ z }) => z >= bar),
    }),
  };
}
