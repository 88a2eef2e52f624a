import type { Run } from "@contract/runs";
import { formatNumber } from "@/lib/format";
import { ProgressBar } from "../states/progress-bar";
import { timeLeftText } from "./time-left";

type RunProgressProps = {
  run: Pick<Run, "startedAt" | "progress">;
  /** When the run was last read, in milliseconds. With it, the time left is shown. */
  readAt?: number;
  /** Shown in place of the current step. */
  step?: string;
};

/** What an active run does, how much of what is done, and the time left at the pace so far. */
export function RunProgress({ run, readAt, step = run.progress.step || "Waiting" }: RunProgressProps) {
  const { done, total } = run.progress;
  const unit = unitOf(run.progress.step);
  // Days are nearly all of the work; the other steps are too short for an estimate.
  const left = unit === "days" && readAt !== undefined ? timeLeftText(run, readAt) : null;
  return <ProgressBar {...{ step, done, total }} unit={left ? `${unit}, ${left}` : unit} />;
}

/** "Reading events from Mixpanel, 41 of 63 days". */
export function progressText({ step, done, total }: Run["progress"]): string {
  const what = step.replace(/ \(.*\)$/, "") || "Waiting";
  return total ? `${what}, ${formatNumber(done)} of ${formatNumber(total)} ${unitOf(step)}` : what;
}

/** What the steps that count are counting. */
const unitOf = (step: string): string => (/profiles/i.test(step) ? "profiles" : "days");
