import { chakra, useSlotRecipe, Box, Flex } from "@chakra-ui/react";
import { paths } from "@/config/paths";
import { connectionLabel } from "@/lib/names";
import { Truncated } from "../ui/truncated";
import { RunStatusBadge } from "../badges/status-badge";
import { RunResults } from "./run-results";
import { browserTimeZone, formatDate, formatDuration, formatTime } from "@/lib/format";
import { hasReport, isEnded, isInFlight, type ActiveRun, type Run } from "@contract/runs";
import { RotateCw, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { TextLink, SubjectLink } from "@/components/ui/text-link";
import { RunProgress } from "./run-progress";

type RunTableProps = RunHandlers & {
  runs: readonly Run[];
  /** The newest known state of the active run, for its progress. */
  activeRun?: ActiveRun | null;
  /** Shows the progress bar under 'Running...'. */
  hasProgress?: boolean;
};

const columns = ["Setup", "Status", "Started", "Duration", "Results", "Actions"];

/** Runs as a table. On small screens each row becomes a card. */
export function RunTable({ runs, activeRun = null, hasProgress = false, ...handlers }: RunTableProps) {
  const styles = useSlotRecipe({ key: "table" })();
  return (
    <chakra.table role="table" aria-label="Runs" css={[styles.root, tableCss]}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <chakra.th
              key={column}
              role="columnheader"
              scope="col"
              css={styles.columnHeader}
              textAlign={column === "Actions" ? "end" : "start"}
            >
              {column}
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {runs.map((stored) => {
          const run = stored.id === activeRun?.id ? { ...stored, ...activeRun } : stored;
          return (
            <chakra.tr key={run.id} role="row" css={styles.row}>
              <chakra.th role="rowheader" scope="row" css={styles.cell} textAlign="start" data-cell="setup">
                <SetupName run={run} />
              </chakra.th>
              {Object.entries({
                status: <RunStatusBadge status={run.status} />,
                started: <RunStart startedAt={run.startedAt} />,
                duration: <RunDuration run={run} hasProgress={hasProgress} />,
                results: <RunResults run={run} />,
                actions: <RunActions run={run} {...handlers} />,
              }).map(([name, cell]) => (
                <chakra.td key={name} role="cell" css={styles.cell} data-cell={name}>
                  {cell}
                </chakra.td>
              ))}
            </chakra.tr>
          );
        })}
      </tbody>
    </chakra.table>
  );
}

const SetupName = ({ run }: { run: Run }) => (
  <>
    <SubjectLink to={paths.report(run.id)} display="block">
      <Truncated text={run.setup.name} />
    </SubjectLink>
    <Truncated text={connectionLabel(run.setup.connection)} textStyle="caption" color="fg.subtle" />
  </>
);

/** Below `sm` the header is for screen readers only and every row is a small grid. */
const tableCss = {
  tableLayout: "auto",
  "& td, & th": { maxWidth: "260px" },
  "& tbody td, & tbody th": { height: "52px" },
  // Truncates a long name, so that the last column's actions stay inside the card.
  "& tbody [data-cell=setup]": { width: "100%", maxWidth: "0", minWidth: "140px" },
  // If there is room, the link to the report doesn't wrap, and counts of typical length stay on one line.
  "& tbody [data-cell=actions]": { whiteSpace: { xl: "nowrap" } },
  "& tbody [data-cell=results] > div": { minWidth: { xl: "212px" } },
  smDown: {
    "&, & tbody": { display: "block" },
    "& thead": { srOnly: true },
    "& tbody tr": {
      display: "grid",
      // Keeps a wide progress bar from taking space from the name above it.
      gridTemplateColumns: "auto minmax(0, 1fr) auto",
      gridTemplateAreas:
        '"setup setup status" "started duration duration" "results results results" "actions actions actions"',
      columnGap: "3",
      rowGap: "2.5",
      px: "4",
      py: "3.5",
      borderBottomWidth: "1px",
    },
    "& tbody tr:last-of-type": { borderBottomWidth: "0" },
    "& tbody td, & tbody th": {
      display: "block",
      border: "none",
      padding: "0",
      height: "auto",
      maxWidth: "none",
      "&:first-child, &:last-child": { padding: "0" },
    },
    "& tbody [data-cell=setup]": { gridArea: "setup", maxWidth: "none", minWidth: "0" },
    "& [data-cell=status]": { gridArea: "status", textAlign: "end" },
    "& [data-cell=started]": { gridArea: "started" },
    "& [data-cell=duration]": {
      gridArea: "duration",
      textAlign: "end",
      "& > div": { marginInlineStart: "auto" },
    },
    "& [data-cell=results]": { gridArea: "results" },
    "& [data-cell=actions]": { gridArea: "actions" },
    // Aligns a leading icon with the text above.
    "& [data-cell=actions] button[aria-label]:not(* + *)": { marginInlineStart: "-10px" },
  },
};

/** Date above time; the browser's zone is shown on hover. */
const RunStart = ({ startedAt }: { startedAt: string | null }) =>
  startedAt ? (
    <chakra.time
      dateTime={startedAt}
      title={`Times in ${browserTimeZone()}`}
      display="block"
      whiteSpace="nowrap"
    >
      <chakra.span display="block">{formatDate(startedAt)}</chakra.span>
      <chakra.span display="block" textStyle="caption" color="fg.subtle">
        {formatTime(startedAt)}
      </chakra.span>
    </chakra.time>
  ) : (
    "Not started"
  );

/** The duration of a finished run, 'Running...' for an active one, a dash before the start. */
function RunDuration({ run, hasProgress }: { run: Run; hasProgress: boolean }) {
  if (!run.startedAt) return <chakra.span aria-label="None">—</chakra.span>;
  if (run.finishedAt) return <>{formatDuration(run.startedAt, run.finishedAt)}</>;
  if (!hasProgress) return <>Running...</>;
  return (
    <Box width={{ base: "160px", sm: "190px" }}>
      <RunProgress run={run} step="Running..." />
    </Box>
  );
}

/** An action is shown only if its handler is given. */
type RunHandlers = {
  onCancel?: ((run: Run) => void) | undefined;
  onRerun?: ((run: Run) => void) | undefined;
  onDelete?: ((run: Run) => void) | undefined;
  /** The run on which an action is in progress. */
  busyRunId?: string | null;
};

const RunActions = ({ run, onCancel, onRerun, onDelete, busyRunId }: RunHandlers & { run: Run }) => (
  <Flex gap="1" align="center" justify={{ base: "flex-start", sm: "flex-end" }} minH="28px">
    {hasReport(run) && (
      <Flex marginInlineEnd={onRerun || onDelete ? "2" : "0"}>
        <TextLink to={paths.report(run.id)}>View Report</TextLink>
      </Flex>
    )}
    {isInFlight(run) && onCancel && (
      <Button size="xs" disabled={busyRunId === run.id} onClick={() => onCancel(run)}>
        Cancel
      </Button>
    )}
    {isEnded(run) && onRerun && (
      <IconButton
        label="Rerun"
        icon={<RotateCw />}
        disabled={busyRunId === run.id}
        onClick={() => onRerun(run)}
      />
    )}
    {isEnded(run) && onDelete && (
      <IconButton
        label="Delete run"
        icon={<Trash2 />}
        disabled={busyRunId === run.id}
        onClick={() => onDelete(run)}
      />
    )}
  </Flex>
);
