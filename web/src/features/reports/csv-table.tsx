import { Box, Flex } from "@chakra-ui/react";
import type { CsvData, DetectorResult } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/button";
import { Card, CardBody, CardHeader } from "@/components/card";
import { DataTable } from "@/components/data-table";
import { ErrorState } from "@/components/error-state";
import { SkeletonRows } from "@/components/skeleton";
import { countOf, formatNumber } from "@/lib/format";
import { messages } from "@/lib/messages";
import { csvCss, csvColumns } from "./csv-columns";
import { csvDataQuery } from "./queries";
import { DownloadButton, type DownloadState } from "./use-download";

/** Rows put on the page at a time; a file has up to a thousand here. */
const pageSize = 100;

type CsvTableProps = {
  detector: DetectorResult;
  download: DownloadState;
  /** Shows a row of `detector` above. */
  onSelect: (index: number) => void;
};

/** The flagged and recovered rows as they stand in the file, each with its series. */
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
      {csv.data && (
        <Card overflow="hidden">
          <CardHeader
            title="Flagged rows"
            note={tableNote(csv.data)}
            actions={<DownloadButton download={download} size="xs" />}
          />
          <DataTable
            label={`Flagged rows of ${detector.name}`}
            columns={csvColumns(csv.data, detector, onSelect)}
            rows={csv.data.rows.slice(0, shown)}
            rowKey={(_, index) => String(index)}
            maxHeight={384}
            hasStickyColumn
            css={csvCss}
          />
          {(hidden > 0 || csv.data.note) && (
            <CardBody borderTopWidth="1px" borderColor="border" py="3">
              <Flex gap="3" align="center" wrap="wrap" textStyle="small" color="fg.muted">
                {hidden > 0 && (
                  <Button size="xs" onClick={() => setShown(shown + pageSize)}>
                    Show {countOf(Math.min(pageSize, hidden), "more row")}
                  </Button>
                )}
                {csv.data.note}
              </Flex>
            </CardBody>
          )}
        </Card>
      )}
    </Box>
  );
}

/** '3 of 231 rows, and 1 recovered'. */
function tableNote({ rows, filteredRows, totalRows }: CsvData): string {
  const recovered = Math.max(0, rows.length - filteredRows);
  return `${formatNumber(filteredRows)} of ${countOf(totalRows, "row")}${recovered > 0 ? `, and ${formatNumber(recovered)} recovered` : ""}`;
}
