import type { DetectorKey } from "@contract/detectors";
import { descriptors } from "@contract/detectors/descriptors";
import { formatChange, formatPercent, formatPoints } from "@/lib/format";
import data from "./demo-report.json";

type Severity = "alert" | "warning";
export type HeroFinding = {
  detector: DetectorKey;
  entity: string;
  severity: Severity;
  changePercent: number;
};

/** A report by the product's engine on the demo project; `bench/src/web/write-landing-data.ts` writes it. */
export const report = {
  ...data,
  findings: data.findings.map((finding) => ({
    ...finding,
    detector: finding.detector as DetectorKey,
    severity: finding.severity as Severity,
  })) satisfies HeroFinding[],
};

/** How far a finding is off: a relative change of counts, points of a null share, the share that moved. */
export function changeText({
  detector,
  changePercent,
}: Pick<HeroFinding, "detector" | "changePercent">): string {
  // Not `detectorOf`, whose module would add the schemas to the bundle.
  const rule = descriptors.find(({ key }) => key === detector)?.rule;
  if (rule === "null-rate") return formatPoints(changePercent);
  return rule === "distribution" ? formatPercent(changePercent) : formatChange(changePercent);
}
