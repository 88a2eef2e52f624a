import type { DetectorKey } from "@contract/detectors";
import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { callApi } from "@/lib/api-client";

/** The same findings as CSV rows. */
export const csvDataQuery = (runId: string, detectorId: DetectorKey) =>
  queryOptions({
    queryKey: [...keys.reports, runId, detectorId, "csv-data"],
    queryFn: () => callApi("getCsvData", { params: { runId, detectorId } }),
  });
