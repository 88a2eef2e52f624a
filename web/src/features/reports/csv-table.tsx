import { Box, chakra, Flex } from "@chakra-ui/react";
import type { CsvData, DetectorResult } from "@contract/runs";
import { rowSeverities, type RowSeverity } from "@contract/results";
import { useQuery } from "@tanstack/react-query";
import { Card, CardBody, CardHeader } from "@/components/card";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorState } from "@/components/error-state";
import { SeverityBadge } from "@/components/severity-badge";
import { SkeletonRows } from "@/components/skeleton";
import { Truncated } from "@/components/truncated";
import { formatNumber } from "@/lib/format";
import { messages } from "@/lib/messages";
import { cellText, isNumberColumn } from "./csv-cells";
import { csvDataQuery } from "./queries";
import { DownloadButton, type DownloadState } from "./use-download";

/** The flagged and recovered rows as they stand in the file. */
export function CsvTable({ detector, download }: { detector: DetectorResult; download: DownloadState }) {
  const csv = useQuery(csvDataQuery(detector.runId, detector.id));
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
            columns={columnsOf(csv.data)}
            rows={csv.data.rows}
            rowKey={(_, index) => String(index)}
            maxHeight={384}
            hasStickyColumn
          />
          {csv.data.note && (
            <CardBody borderTopWidth="1px" borderColor="border" py="3" textStyle="small" color="fg.muted">
              {csv.data.note}
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
  return `${formatNumber(filteredRows)} of ${formatNumber(totalRows)} rows${recovered > 0 ? `, and ${formatNumber(recovered)} recovered` : ""}`;
}

const columnsOf = ({ headers }: CsvData): Column<readonly string[]>[] =>
  headers.map((header, index) => ({
    key: header,
    header,
    align: isNumberColumn(header) ? "end" : "start",
    cell: (row) => <Cell column={header} text={row[index] ?? ""} />,
  }));

const isSeverity = (text: string): text is RowSeverity => rowSeverities.some((severity) => severity === text);

function Cell({ column, text }: { column: string; text: string }) {
  if (column === "severity" && isSeverity(text))
    return (
      <Flex align="center">
        <SeverityBadge severity={text} />
      </Flex>
    );
  if (column === "reason" || column === "cause")
    return <Truncated text={text} maxW="360px" minW={text ? "220px" : undefined} />;
  return (
    <chakra.span whiteSpace="nowrap" fontWeight={column === "entity" ? "560" : undefined}>
      {cellText(column, text)}
    </chakra.span>
  );
}
