import { Box, chakra, Flex, Grid } from "@chakra-ui/react";
import type { ActiveRun, Run } from "@contract/runs";
import type { Setup } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { SetupStatusBadge } from "@/components/badges/status-badge";
import { Card, cardRow } from "@/components/layout/card";
import { SubjectLink } from "@/components/ui/text-link";
import { hasFindings, RunResults } from "@/components/run-table/run-results";
import { EmptyState } from "@/components/states/empty-state";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { SearchInput } from "@/components/ui/search-input";
import { SmallText } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { latestResultRun, recentRunsQuery } from "@/data/runs";
import { useMay } from "@/data/use-current-workspace";
import { describeCron } from "@/lib/cron";
import { capitalized, countOf, formatMoment } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import { ActiveRunNotice } from "./active-run-notice";
import { DeleteSetupButton } from "./delete-setup-button";

type SetupRowsProps = {
  setups: readonly Setup[];
  activeRun: ActiveRun | null;
  startingSetupId: string | null;
  onRun: (setupId: string) => void;
};

/** Many setups: a filter, and one row each with the last result and the next run, by name. */
export function SetupRows({ setups, activeRun, startingSetupId, onRun }: SetupRowsProps) {
  const [text, setText] = useState("");
  const [connection, setConnection] = useState("");
  const [result, setResult] = useState("");
  const [state, setState] = useState("");
  const { data: runs } = useQuery(recentRunsQuery(100));
  const connections = new Map(setups.map((one) => [one.connectionId, connectionLabel(one.connection)]));
  const lastOf = ({ id }: Setup) => runs && latestResultRun(runs, id);
  const hasResult = (last: Run | undefined) => last !== undefined && resultOf(last) === result;
  const shown = setups
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
    .filter(({ connectionId }) => connection === "" || connection === connectionId)
    .filter((setup) => result === "" || hasResult(lastOf(setup)))
    .filter(({ status }) => state === "" || state === status)
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  const clear = () => {
    setText("");
    setConnection("");
    setResult("");
    setState("");
  };
  return (
    <>
      <Flex gap="2" mb="3" wrap="wrap" align="center">
        <Box flex="1" minW="200px" maxW={{ md: "360px" }}>
          <SearchInput label="Filter by name" value={text} onChange={setText} />
        </Box>
        {connections.size > 1 && (
          <Box minW="180px">
            <Select
              size="sm"
              aria-label="Connection"
              all="All connections"
              options={[...connections].map(([value, label]) => ({ value, label }))}
              value={connection}
              onChange={setConnection}
            />
          </Box>
        )}
        <Box minW="130px">
          <Select
            size="sm"
            aria-label="Last result"
            all="Any result"
            options={resultOptions}
            value={result}
            onChange={setResult}
          />
        </Box>
        <Box minW="160px">
          <Select
            size="sm"
            aria-label="State"
            all="Active and paused"
            options={[
              { value: "active", label: "Active" },
              { value: "paused", label: "Paused" },
            ]}
            value={state}
            onChange={setState}
          />
        </Box>
        <SmallText ms={{ md: "auto" }} role="status">
          {countOf(shown.length, "setup")}
        </SmallText>
      </Flex>
      {shown.length === 0 ? (
        <EmptyState title="No setups match" action={<Button onClick={clear}>Clear filters</Button>} />
      ) : (
        <Card overflow="hidden">
          <chakra.ul listStyleType="none">
            {shown.map((setup) => (
              <Row
                key={setup.id}
                setup={setup}
                activeRun={activeRun?.setupId === setup.id ? activeRun : null}
                last={lastOf(setup)}
                isStarting={startingSetupId === setup.id}
                onRun={() => onRun(setup.id)}
              />
            ))}
          </chakra.ul>
        </Card>
      )}
    </>
  );
}

/** As `RunResults` says them. */
const resultOptions = [
  { value: "alert", label: "Alert" },
  { value: "normal", label: "Normal" },
  { value: "failed", label: "No results" },
];
const resultOf = ({ summary }: Run): string =>
  summary === null ? "failed" : hasFindings(summary) ? "alert" : "normal";

type RowProps = {
  setup: Setup;
  /** The active run, if it is this setup's. */
  activeRun: ActiveRun | null;
  /** The newest run that ended with a result or failed. */
  last: Run | undefined;
  isStarting: boolean;
  onRun: () => void;
};

function Row({ setup, activeRun, last, isStarting, onRun }: RowProps) {
  const mayRun = useMay("startRun");
  const mayDelete = useMay("deleteSetup");
  const { id, name, status, scheduleCron, scheduleTimezone, nextRunAt } = setup;
  const isActive = status === "active";
  return (
    <Grid
      as="li"
      templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 5fr) minmax(0, 4fr) minmax(0, 4fr) auto" }}
      columnGap="4"
      rowGap="2"
      alignItems="center"
      {...cardRow}
      py="2.5"
      _first={{ borderTopWidth: "0" }}
      textStyle="small"
    >
      <Box minW="0" overflowWrap="anywhere">
        <Flex gap="2" wrap="wrap" align="center">
          <SubjectLink to={paths.setup(id)}>{name}</SubjectLink>
          {!isActive && <SetupStatusBadge status={status} />}
        </Flex>
        <Box color="fg.muted">{connectionLabel(setup.connection)}</Box>
      </Box>
      <Box color="fg.muted" overflowWrap="anywhere">
        {scheduleCron === "" ? "Manual only" : describeCron(scheduleCron, scheduleTimezone)}
        <Box>
          {nextRunAt !== null && isActive
            ? `Next run ${formatMoment(nextRunAt)}`
            : isActive
              ? "Runs only when you start it"
              : "Next run when resumed"}
        </Box>
      </Box>
      <Box minW="0">
        {activeRun ? (
          <ActiveRunNotice run={activeRun} />
        ) : last ? (
          <RunResults run={last} />
        ) : (
          "No recent runs"
        )}
        {!activeRun && last?.finishedAt && (
          <Box color="fg.muted">{capitalized(formatMoment(last.finishedAt))}</Box>
        )}
      </Box>
      <Flex gap="1" justify={{ lg: "flex-end" }}>
        {mayRun && (
          <Button
            size="xs"
            aria-label={`Run ${name}`}
            disabled={!isActive || activeRun !== null || isStarting}
            onClick={onRun}
          >
            <Play aria-hidden />
            {isStarting ? "Starting..." : "Run"}
          </Button>
        )}
        {mayDelete && (
          <DeleteSetupButton setupId={id} variant="ghost" size="xs" aria-label={`Delete ${name}`}>
            Delete
          </DeleteSetupButton>
        )}
      </Flex>
    </Grid>
  );
}
