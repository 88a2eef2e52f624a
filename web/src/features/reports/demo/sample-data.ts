import type { CsvData, DetectorResult, RunReport } from "@contract/runs";
import { QueryClient } from "@tanstack/react-query";
import { detectorResultQuery } from "@/data/runs";
import { csvDataQuery } from "../queries";
import data from "./sample-report.json";

/** What the API would answer about a run on the demo project; `bench/src/web/write-landing-data.ts` writes it. */
const sample = data as unknown as {
  run: RunReport;
  analyses: { result: DetectorResult; csv: CsvData }[];
};

export const sampleRun = sample.run;

/** Holds every answer that the pages of the sample report ask for, so that nothing is fetched. */
export const sampleQueries = new QueryClient({
  defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } },
});
for (const { result, csv } of sample.analyses) {
  sampleQueries.setQueryData(detectorResultQuery(sampleRun.id, result.id).queryKey, result);
  sampleQueries.setQueryData(csvDataQuery(sampleRun.id, result.id).queryKey, csv);
}
