import type { DetectorKey } from "@contract/detectors";
import type { Segment } from "@contract/findings/finding";
import data from "./demo-report.json";

type Severity = "alert" | "warning";
export type HeroFinding = {
  detector: DetectorKey;
  severity: Severity;
  name: string;
  on: string | null;
  segment: Segment | null;
  change: string | null;
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
