declare module "virtual:use-case-findings" {
  import type { DetectorKey } from "@contract/detectors";
  import type { DetailedRow } from "@contract/results";
  export const findings: readonly (Pick<DetailedRow, "entity" | "parent" | "severity" | "series"> & {
    detector: DetectorKey;
  })[];
}
