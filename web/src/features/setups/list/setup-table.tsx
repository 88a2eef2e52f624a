import { Box, chakra, Flex, Icon, useSlotRecipe } from "@chakra-ui/react";
import type { Setup } from "@contract/setups";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { SetupStatusBadge } from "@/components/badges/status-badge";
import { RunTicks } from "@/components/charts/run-ticks";
import { SubjectLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { shortSchedule } from "@/lib/cron";
import { formatMoment, formatMoney } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import type { SetupRow, SortColumn } from "./columns";
import { LastResult } from "./last-result";
import { type RowHandlers, useRowActions } from "./row-actions";

type SetupTableProps = RowHandlers & {
  rows: readonly SetupRow[];
  sorted: { column: string; isDescending: boolean };
  onSort: (column: SortColumn) => void;
  /** Of the prices; undefined until they are loaded. */
  currency: string | undefined;
};

/** Setups as a table whose heads sort. On small screens each row becomes a card of four lines. */
export function SetupTable({ rows, sorted, onSort, currency, ...handlers }: SetupTableProps) {
  const styles = useSlotRecipe({ key: "table" })();
  const { actionsOf, dialog } = useRowActions(handlers);
  const head = (header: string, column?: SortColumn, align: "start" | "end" = "start") => (
    <chakra.th
      role="columnheader"
      scope="col"
      css={styles.columnHeader}
      textAlign={align}
      aria-sort={column !== sorted.column ? undefined : sorted.isDescending ? "descending" : "ascending"}
    >
      {column ? (
        <chakra.button type="button" css={headButtonCss} onClick={() => onSort(column)}>
          {header}
          {column === sorted.column && (
            <Icon
              as={sorted.isDescending ? ArrowDown : ArrowUp}
              boxSize="12px"
              position="absolute"
              insetStart="calc(100% + 2px)"
              top="2px"
            />
          )}
        </chakra.button>
      ) : (
        header
      )}
    </chakra.th>
  );
  return (
    <>
      <chakra.table role="table" aria-label="Setups" css={[styles.root, tableCss]}>
        <thead role="rowgroup">
          <tr role="row">
            {head("Setup", "name")}
            {head("Schedule", "schedule")}
            {head("Last 14 runs")}
            {head("Last result", "result")}
            {head("Next run", "next")}
            {head("A month", "month", "end")}
            <chakra.th role="columnheader" scope="col" css={styles.columnHeader}>
              <chakra.span srOnly>Actions</chakra.span>
            </chakra.th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => {
            const { setup, results } = row;
            const cells: Record<string, ReactNode> = {
              schedule: (
                <>
                  <chakra.span hideFrom="lg">{connectionLabel(setup.connection)} · </chakra.span>
                  {shortSchedule(setup)}
                </>
              ),
              ticks: results && results.outcomes.length > 0 && (
                <RunTicks ticks={results.outcomes.toReversed()} />
              ),
              result: <LastResult row={row} />,
              next: <NextRun row={row} />,
              price: currency && <Price row={row} currency={currency} />,
              actions: actionsOf(row),
            };
            return (
              <chakra.tr key={setup.id} role="row" data-row={setup.id} css={styles.row}>
                <chakra.th role="rowheader" scope="row" css={styles.cell} data-cell="setup">
                  <SetupName setup={setup} />
                </chakra.th>
                {Object.entries(cells).map(([name, cell]) => (
                  <chakra.td key={name} role="cell" css={styles.cell} data-cell={name}>
                    {cell}
                  </chakra.td>
                ))}
              </chakra.tr>
            );
          })}
        </tbody>
      </chakra.table>
      {dialog}
    </>
  );
}

const headButtonCss = {
  position: "relative",
  font: "inherit",
  color: "inherit",
  cursor: "pointer",
  borderRadius: "badge",
  _hover: { color: "fg" },
} as const;

/** Below `lg` every row is a small grid of four lines, without heads. */
const tableCss = {
  "& tbody th": { textAlign: "start", fontWeight: "inherit" },
  "& [data-cell=schedule]": { color: "fg.muted" },
  "& [data-cell=price]": { textAlign: "end" },
  "& [data-cell=ticks]": { minWidth: { lg: "143px" } },
  lg: {
    "& [data-cell=setup]": { minWidth: "150px", width: "21%" },
    "& [data-cell=result]": { width: "25%" },
    "& [data-cell=actions]": { width: "1px", whiteSpace: "nowrap" },
    // "tomorrow at 06:00 AM" follows "Next:" in a card.
    "& [data-cell=next]::first-letter": { textTransform: "uppercase" },
  },
  lgDown: {
    "&, & tbody": { display: "block" },
    "& thead": { display: "none" },
    "& tbody tr": {
      display: "grid",
      gridTemplateColumns: "auto minmax(0, 1fr) auto",
      gridTemplateAreas:
        '"setup setup actions" "schedule schedule schedule" "ticks result result" "next next price"',
      alignItems: "center",
      columnGap: "3",
      rowGap: "1.5",
      px: { base: "4", sm: "5" },
      py: "3",
      borderBottomWidth: "1px",
    },
    "& tbody tr:last-of-type": { borderBottomWidth: "0" },
    "& tbody td, & tbody th": {
      display: "block",
      border: "none",
      padding: "0",
      height: "auto",
      minHeight: "18px",
      minWidth: "0",
      overflowWrap: "anywhere",
      "&:first-child, &:last-child": { padding: "0" },
    },
    ...Object.fromEntries(
      ["setup", "schedule", "ticks", "result", "next", "price", "actions"].map((area) => [
        `& [data-cell=${area}]`,
        { gridArea: area },
      ]),
    ),
  },
};

const SetupName = ({ setup: { id, name, status, connection } }: { setup: Setup }) => (
  <>
    <Flex
      gap="2"
      rowGap="0.5"
      wrap="wrap"
      align="center"
      color={status === "active" ? undefined : "fg.muted"}
    >
      <SubjectLink to={paths.setup(id)}>{name}</SubjectLink>
      {status !== "active" && <SetupStatusBadge status={status} />}
    </Flex>
    <Box textStyle="caption" color="fg.muted" hideBelow="lg" overflowWrap="anywhere">
      {connectionLabel(connection)}
    </Box>
  </>
);

function NextRun({ row: { setup, activeRun } }: { row: SetupRow }) {
  if (activeRun) return "Running now";
  const isActive = setup.status === "active";
  const at = isActive ? setup.nextRunAt : null;
  return (
    <chakra.span color={at ? undefined : "fg.muted"}>
      <chakra.span hideFrom="lg">Next: </chakra.span>
      {at ? formatMoment(at) : isActive ? "when started" : "when resumed"}
    </chakra.span>
  );
}

/** What the schedule costs in an average month, without the base price. */
function Price({ row: { setup, price }, currency }: { row: SetupRow; currency: string }) {
  const isScheduled = setup.status === "active" && setup.scheduleCron !== "";
  const cents = isScheduled ? price?.monthlyCost : 0;
  if (typeof cents !== "number") return <chakra.span color="fg.muted">Not known yet</chakra.span>;
  return (
    <chakra.span color={isScheduled ? undefined : "fg.muted"}>
      {isScheduled && price?.basis === "at-most" && <chakra.span color="fg.muted">at most </chakra.span>}
      {formatMoney(cents, currency)}
      <chakra.span hideFrom="lg"> a month</chakra.span>
    </chakra.span>
  );
}
