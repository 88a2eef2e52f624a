import { Box, Flex, chakra } from "@chakra-ui/react";
import type { CsvData, DetectorResult } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/layout/card";
import { DataTable } from "@/components/layout/data-table";
import { EmptyState } from "@/components/states/empty-state";
import { ErrorState } from "@/components/states/error-state";
import { SkeletonRows } from "@/components/states/skeleton";
import { Fold } from "../findings/fold";
import { csvDictionary } from "@contract/findings/csv-dictionary";
import { csvColumns as fileColumns } from "@contract/results";
import { countOf, formatNumber } from "@/lib/format";
import { messages } from "@/lib/messages";
import { csvCss, csvColumns } from "./csv-columns";
import { csvDataQuery } from "../queries";
import { checkedText } from "../text/detector-facts";
import { DownloadButton, type DownloadState } from "./use-download";

/** CSV rows shown at a time; the response has up to 1,000. */
const pageSize = 100;

type CsvTableProps = {
  detector: DetectorResult;
  download: DownloadState;
  /** Shows a finding of `detector` above. */
  onSelect: (index: number) => void;
};

/** Open and recovered findings as in the CSV file, each with a sparkline. */
export function CsvTable({ detector, download, onSelect }: CsvTableProps) {
  const csv = useQuery(csvDataQuery(detector.runId, detector.id));
  const [shown, setShown] = useState(pageSize);
  const hidden = Math.max(0, (csv.data?.rows.length ?? 0) - shown);
  return (
    <Box mt="4">
      {csv.isPending && <SkeletonRows rows={4} label="Loading table" />}
      {csv.isError && (
        <ErrorState error={csv.error} title={messages.analysis.loadFailed} onRetry={csv.refetch} />
      )}
      {csv.data?.filteredRows === 0 && <NoOpenFindings />}
      {csv.data && csv.data.rows.length > 0 && (
        <Card overflow="hidden">
          <CardHeader title="Findings in the CSV" note={tableNote(detector, csv.data)} />
          <DataTable
            label={`Findings of ${detector.name}`}
            columns={csvColumns(csv.data, detector, onSelect)}
            rows={csv.data.rows.slice(0, shown)}
            rowKey={(_, index) => String(index)}
            maxHeight={384}
            hasStickyColumn
            css={csvCss}
          />
          {(hidden > 0 || csv.data.note) && (
            <CardBody borderTopWidth="1px" py="3">
              <Flex gap="3" align="center" wrap="wrap" textStyle="small" color="fg.muted">
                {hidden > 0 && (
                  <Button size="xs" onClick={() => setShown(shown + pageSize)}>
                    Show {countOf(Math.min(pageSize, hidden), "more CSV row")}
                  </Button>
                )}
                {csv.data.note}
              </Flex>
            </CardBody>
          )}
          <ColumnHelp />
        </Card>
      )}
      <Box hideFrom="sm" mt="4">
        <DownloadButton download={download} variant="solid" width="100%" />
      </Box>
    </Box>
  );
}

/** Shown when all findings in the table have recovered. */
const NoOpenFindings = () => (
  <Box mb="4">
    <EmptyState title={messages.analysis.noIssues} hasBob={false} />
  </Box>
);

/** '3 findings and 1 recovered, 231 events checked'. The file has more rows: those for several findings aren't checks. */
function tableNote({ id }: DetectorResult, { rows, filteredRows, totalRows }: CsvData): string {
  const recovered = Math.max(0, rows.length - filteredRows);
  const ended = recovered > 0 ? ` and ${formatNumber(recovered)} recovered` : "";
  return `${countOf(filteredRows, "finding")}${ended}, ${checkedText(id, totalRows)} checked`;
}

/** What each column of the file means. */
const ColumnHelp = () => (
  <Box borderTopWidth="1px">
    <Fold title="What the columns mean">
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: "1fr", sm: "max-content 1fr" }}
        columnGap="6"
        rowGap={{ base: "0.5", sm: "2" }}
        px={{ base: "4", sm: "5" }}
        pb="5"
        textStyle="small"
      >
        {fileColumns.map((column) => (
          <Box key={column} display="contents">
            <chakra.dt fontWeight="560" mt={{ base: "2", sm: "0" }}>
              {column}
            </chakra.dt>
            <chakra.dd color="fg.muted" maxW="680px" overflowWrap="anywhere">
              {csvDictionary[column].meaning} Unit: {csvDictionary[column].unit}.
            </chakra.dd>
          </Box>
        ))}
      </chakra.dl>
    </Fold>
  </Box>
);
