import { Box, chakra, Flex, Icon } from "@chakra-ui/react";
import { isEnded, type RunReport, type Run } from "@contract/runs";
import { Calendar, ChevronRight, Clock, Plug, Rows3, Timer, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/layout/page";
import { RunStatusBadge } from "@/components/badges/status-badge";
import { demoRunId, paths } from "@/config/paths";
import { browserTimeZone, countOf, formatDateTime, formatDuration, formatShortDate } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import { ExportButton } from "../csv/export-button";
import { freshnessText } from "../text/summary-text";
import { useQuery } from "@tanstack/react-query";
import { Button, LinkButton } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";
import { setupQuery } from "@/data/setups";
import { useMay } from "@/data/use-current-workspace";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { recentRunsQuery } from "@/data/runs";
import { useStartRun } from "@/data/run-actions/use-start-run";

/**
 * The setup's name, how fresh the data is, and facts about the run. Phones show the facts at the end of the
 * page.
 */
export const ReportHeader = ({ run }: { run: RunReport }) => (
  <PageHeader
    title={run.setup.name}
    documentTitle={
      run.startedAt ? `${run.setup.name}: run of ${formatShortDate(run.startedAt)}` : run.setup.name
    }
    crumbs={
      isDemo(run)
        ? [{ label: "Demo report" }]
        : [{ label: "Run History", to: paths.runs }, { label: run.setup.name }]
    }
    actions={
      run.summary &&
      !isDemo(run) && (
        <Flex hideBelow="sm" gap="2" wrap="wrap">
          <ExportButton run={run} />
          <LinkButton to={`${paths.incidents}?connection=${run.setup.connection.id}`}>
            Open incidents
            <ChevronRight />
          </LinkButton>
        </Flex>
      )
    }
    description={
      <>
        <Flex wrap="wrap" columnGap="5" rowGap="1.5" align="center" textStyle="small" mt="1">
          <RunStatusBadge status={run.status} />
          {run.window && (
            <Fact icon={Calendar} label="Tested days">
              {freshnessText(run.window)}
            </Fact>
          )}
          <Box hideBelow="sm" display={{ sm: "contents" }}>
            <RunFacts run={run} />
          </Box>
        </Flex>
        {!isDemo(run) && (
          <Box hideBelow="sm" mt="1.5">
            <RunNavigation run={run} />
          </Box>
        )}
      </>
    }
  />
);

/** On phones, shows what the header shows on wider screens. */
export const ReportFooter = ({ run }: { run: RunReport }) => (
  <Box hideFrom="sm" mt="6">
    <Flex direction="column" gap="1.5" textStyle="small" color="fg.muted">
      <RunFacts run={run} />
    </Flex>
    {!isDemo(run) && (
      <>
        <Box my="3">
          <RunNavigation run={run} />
        </Box>
        {run.summary && <ExportButton run={run} width="100%" />}
      </>
    )}
  </Box>
);

const RunFacts = ({ run }: { run: RunReport }) => (
  <>
    <Fact icon={Plug} label="Connection">
      {connectionLabel(run.setup.connection)}
    </Fact>
    {!isDemo(run) && <RunTimes run={run} />}
    {run.rowsAnalysed !== null && (
      <Fact icon={Rows3} label="Usage">
        {run.rowsCounted === 0 && run.rowsAnalysed > 0
          ? `${countOf(run.rowsAnalysed, "check")}, already billed for these days`
          : countOf(run.rowsCounted ?? run.rowsAnalysed, "billable check")}
      </Fact>
    )}
  </>
);

const RunTimes = ({ run }: { run: RunReport }) => (
  <>
    <Fact icon={Clock} label="Started">
      {run.startedAt ? (
        <chakra.time dateTime={run.startedAt} title={`Times in ${browserTimeZone()}`}>
          {formatDateTime(run.startedAt)}
        </chakra.time>
      ) : (
        "Not started"
      )}
    </Fact>
    {run.startedAt && (
      <Fact icon={Timer} label="Duration">
        {formatDuration(run.startedAt, run.finishedAt) ?? "Running..."}
      </Fact>
    )}
  </>
);

/** The sample report has no setup, no earlier runs and no files. */
const isDemo = ({ id }: RunReport): boolean => id === demoRunId;

const Fact = ({
  icon: FactIcon,
  label,
  children,
}: {
  icon: LucideIcon;
  label: string;
  children: ReactNode;
}) => (
  <chakra.span display="inline-flex" alignItems="center" gap="2" minW="0">
    <Icon as={FactIcon} boxSize="15px" color="fg.subtle" />
    <chakra.span srOnly>{label}: </chakra.span>
    <chakra.span overflowWrap="anywhere">{children}</chakra.span>
  </chakra.span>
);

/** How many of the setup's runs are searched for the previous and next one. */
const runsRead = 100;

/**
 * Links from a run to its setup and the runs before and after it, and a rerun once it has ended. Empty if the setup was
 * deleted.
 */
function RunNavigation({ run }: { run: RunReport }) {
  const { id, setupId } = run;
  const setup = useQuery(setupQuery(setupId));
  const runs = useQuery({ ...recentRunsQuery(runsRead, setupId), enabled: setup.isSuccess });
  const { startRun, startingSetupId, question } = useStartRun();
  const mayStart = useMay("startRun");
  if (!setup.isSuccess) return null;
  const { previous, next } = neighbors(runs.data ?? [], id);
  return (
    <Nav aria-label="Runs of this setup">
      <TextLink to={paths.setup(setupId)}>View setup</TextLink>
      {previous && <TextLink to={paths.report(previous.id)}>Previous run</TextLink>}
      {next && <TextLink to={paths.report(next.id)}>Next run</TextLink>}
      <ConfirmDialog {...question} />
      {mayStart && isEnded(run) && (
        <Button
          variant="link"
          size="xs"
          disabled={startingSetupId !== null}
          onClick={() => void startRun(setupId)}
        >
          Rerun
        </Button>
      )}
    </Nav>
  );
}

/** The closest runs with a report before and after a run, in a list with the newest first. */
function neighbors(runs: readonly Run[], id: string): { previous: Run | undefined; next: Run | undefined } {
  const shown = runs.filter((run) => run.id === id || run.summary !== null);
  const index = shown.findIndex((run) => run.id === id);
  return index === -1
    ? { previous: undefined, next: undefined }
    : { previous: shown[index + 1], next: shown[index - 1] };
}

const Nav = chakra("nav", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "4", rowGap: "1" },
});
