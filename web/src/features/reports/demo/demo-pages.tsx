import { Box, chakra, Flex, Icon } from "@chakra-ui/react";
import { QueryClientProvider, QueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { LinkButton } from "@/components/ui/link-button";
import { demoRunId, paths } from "@/config/paths";
import { Analysis } from "../analysis/analysis-page";
import { CheckNotFound } from "../check-not-found";
import { ReportView } from "../summary/report-page";
import { isDetectorKey } from "../text/detector-facts";
import type { CsvData, DetectorResult, RunReport } from "@contract/runs";
import { detectorResultQuery } from "@/data/runs";
import { csvDataQuery } from "@/features/reports/queries";
import data from "./sample-report.json";

/** The public sample report: the report page with bundled data. */
export const DemoReportPage = () => (
  <Demo>
    <ReportView run={sampleRun} />
  </Demo>
);

/** One check of the sample report. */
export function DemoAnalysisPage() {
  const { detectorId } = useParams();
  if (!isDetectorKey(detectorId)) return <CheckNotFound />;
  return (
    <Demo>
      <Analysis key={detectorId} runId={demoRunId} detectorId={detectorId} />
    </Demo>
  );
}

const Demo = ({ children }: { children: ReactNode }) => (
  <Box>
    <Banner />
    <QueryClientProvider client={sampleQueries}>{children}</QueryClientProvider>
    <ReadOnlyNote />
  </Box>
);

const Banner = () => (
  <Box bg="accent.subtle" borderBottomWidth="1px" borderColor="accent.border">
    <Flex
      maxW="page"
      mx="auto"
      px={{ base: "4", sm: "8" }}
      py={{ base: "2.5", md: "0" }}
      minH="48px"
      align="center"
      justify="space-between"
      columnGap="4"
      rowGap="2"
      wrap={{ base: "wrap", md: "nowrap" }}
      textStyle="small"
    >
      <span>
        <chakra.strong fontWeight="600">This is a sample report of a demo shop.</chakra.strong> Connect your
        own project. The first run is free.
      </span>
      <LinkButton to={paths.signup} size="xs">
        Get Started
      </LinkButton>
    </Flex>
  </Box>
);

const ReadOnlyNote = () => (
  <Flex
    maxW="page"
    mx="auto"
    px={{ base: "4", sm: "8" }}
    pb="10"
    mt="-8"
    gap="2"
    align="center"
    textStyle="small"
    color="fg.muted"
  >
    <Icon boxSize="14px" flexShrink={0} aria-hidden>
      <Lock strokeWidth={1.75} />
    </Icon>
    Read-only. In your own project, you can acknowledge, mute and close findings, and download them as CSV.
  </Flex>
);

/** The API's responses for a run on the demo project; `bench/src/web/write-landing-data.ts` writes it. */
const sample = data as unknown as {
  run: RunReport;
  analyses: { result: DetectorResult; csv: CsvData }[];
};

const sampleRun = sample.run;

/** Holds every response that the sample report's pages ask for, so that nothing is fetched. */
const sampleQueries = new QueryClient({
  defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity, retry: false } },
});
for (const { result, csv } of sample.analyses) {
  sampleQueries.setQueryData(detectorResultQuery(sampleRun.id, result.id).queryKey, result);
  sampleQueries.setQueryData(csvDataQuery(sampleRun.id, result.id).queryKey, csv);
}
