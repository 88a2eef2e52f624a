declare module "virtual:use-case-findings" {
  import type { DetectorKey } from "@contract/detectors";
  import type { DetailedRow } from "@contract/results";
  export const findings: readonly (Pick<DetailedRow, "severity" | "series"> & {
    detector: DetectorKey;
    /** What was found: "payment_method". */
    name: string;
    /** What has it: "Payment Info Added"; null for events. */
    on: string | null;
  })[];
}
