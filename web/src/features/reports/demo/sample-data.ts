import type { CsvData, DetectorResult, RunReport } from "@contract/runs";
import { QueryClient } from "@tanstack/react-query";
import { detectorResultQuery } from "@/data/runs";
import { csvDataQuery } from "../queries";
import data from "./sample-report.json";

/** The API's responses for a run on the demo project; `bench/src/web/write-landing-data.ts` writes it. */
const sample = data as unknown as {
  run: RunReport;
  analyses: { result: DetectorResult; csv: CsvData }[];
};

export const sampleRun = sample.run;

/** Holds every response that the sample report's pages ask for, so that nothing is fetched. */
export const sampleQueries = new QueryClient({
  defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } },
});
for (const { result, csv } of sample.analyses) {
  sampleQueries.setQueryData(detectorResultQuery(sampleRun.id, result.id).queryKey, result);
  sampleQueries.setQueryData(csvDataQuery(sampleRun.id, result.id).queryKey, csv);
}
