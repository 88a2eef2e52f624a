import { percentText } from "../shares/wording.js";
import type { CountVerdict } from "./judge-event.js";
import type { RunFigures } from "./judge-run.js";
import { minHistoryDays, type ProjectCounts } from "./project-counts.js";
import { changeText, dayAfter, daysText, expectedText, onDays, rowsText, signedPercent } from "./wording.js";
import { weekdayIndexMinAge } from "./weekday-index.js";

/** One plain sentence for a count row: with the columns beside it, a reader can recompute every figure. */
export function countReason(
  project: ProjectCounts,
  verdict: CountVerdict,
  threshold: number,
  unit: string,
): string {
  switch (verdict.kind) {
    case "learning":
      return `new ${unit}, learning: ${daysText(verdict.event.age)} of history before the tested days, ${minHistoryDays} are needed.`;
    case "no-days":
      return "the whole project moved on every tested day, see the row (project).";
    case "low-volume":
      return `low volume: ${expectedText(verdict.named.expected)} rows expected ${inDays(project, verdict.named)}, 10 are needed.`;
    case "judged":
      return verdict.severity === "normal"
        ? normalReason(project, verdict, threshold)
        : flaggedReason(project, verdict);
  }
}

type Judged = Extract<CountVerdict, { kind: "judged" }>;

function flaggedReason(project: ProjectCounts, verdict: Judged): string {
  const { event, named, severity } = verdict;
  const last = project.days[named.run.days.at(-1)!]!;
  const bars =
    severity === "alert"
      ? `alert from ${named.bars.alert.toFixed(1)}`
      : `warning from ${named.bars.warning.toFixed(1)}, alert from ${named.bars.alert.toFixed(1)}`;
  return [
    `${comparison(project, verdict)}; an ordinary day is off by about ${percentText(Math.expm1(event.sigma))}, ` +
      `which makes this ${named.z.toFixed(1)} times the usual spread (${bars}).`,
    named.direction === 1 && named.expected < 10 ? "A rise is measured against at least 10 rows." : "",
    named.run.isOpen ? "" : `It has been over since ${dayAfter(last)}.`,
    verdict.isCapped ? `With ${daysText(event.age)} of history it is at most a warning.` : "",
    verdict.isProvisional ? "Only the newest day so far: late rows may still undo it." : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function normalReason(project: ProjectCounts, verdict: Judged, threshold: number): string {
  const { named } = verdict;
  const limit = `your threshold of ${percentText(threshold)}`;
  if (Math.abs(named.effect) < threshold) return `${comparison(project, verdict)}, within ${limit}.`;
  return (
    `${comparison(project, verdict)}, beyond ${limit} but only ${named.z.toFixed(1)} times the usual spread ` +
    `(warning from ${named.bars.warning.toFixed(1)}).`
  );
}

function comparison(project: ProjectCounts, { event, named }: Judged): string {
  const basis = [
    "its recent level",
    event.age >= weekdayIndexMinAge ? "weekday" : "",
    named.run.days.some((day) => project.factor[day] !== 0) ? "the project's move" : "",
  ].filter(Boolean);
  const change =
    named.bareExpected > 0 && named.expected > 0
      ? signedPercent(named.observed / named.expected - 1)
      : changeText(named.observed, named.expected);
  return (
    `${event.name} had ${rowsText(named.observed)} ${inDays(project, named)} where ${joined(basis)} ` +
    `lead${basis.length === 1 ? "s" : ""} us to expect ${expectedText(named.expected)} (${change})`
  );
}

const inDays = (project: ProjectCounts, { run }: RunFigures): string =>
  onDays(
    run.days.map((day) => project.days[day]!),
    project.days.at(-1)!,
  );

/** "a", "a and b", "a, b and c". */
const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
