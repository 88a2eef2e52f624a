import type { DetectorKey } from "@contract/detectors";
import data from "./demo-report.json";

type Severity = "alert" | "warning";
export type HeroFinding = {
  detector: DetectorKey;
  entity: string;
  severity: Severity;
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
