import { Box, Flex, Heading, Icon } from "@chakra-ui/react";
import type { ConnectionState } from "@contract/home";
import { useQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Card } from "@/components/layout/card";
import { ErrorState } from "@/components/states/error-state";
import { Notice, RetryButton } from "@/components/states/notice";
import { TextButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { InlineLink } from "@/components/ui/text-link";
import { SmallText } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { useActiveRun } from "@/data/active-run";
import { homeQuery } from "@/data/incidents";
import { useStartRun } from "@/data/run-actions/use-start-run";
import { setupsQuery } from "@/data/setups";
import { useMay } from "@/data/use-current-workspace";
import { errorText } from "@/lib/api-error";
import { countOf, formatMoment, formatRecentDay } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import { DayStrip } from "./day-strip";
import { OpenIncidents } from "./open-incidents";

/** From this many connections on, those that are clear are folded. */
const foldedFrom = 6;

/**
 * One card per connection with something open, the worst first. Those that were never checked share one, and those that
 * are clear the last one.
 */
export function ConnectionStates() {
  const home = useQuery(homeQuery());
  const [isUnfolded, setIsUnfolded] = useState(false);
  if (!home.data)
    return home.isError ? (
      <ErrorState title="Unable to load incidents" error={home.error} onRetry={home.refetch} />
    ) : null;
  const isQuiet = ({ open, failure }: ConnectionState) => open === 0 && failure === null;
  const quiet = home.data.filter(isQuiet);
  const clear = quiet.filter(({ lastCheck }) => lastCheck !== null);
  const unchecked = quiet.filter(({ lastCheck }) => lastCheck === null);
  const isFolded = home.data.length >= foldedFrom && clear.length > 1 && !isUnfolded;
  return (
    <Flex direction="column" gap="4" mb="6">
      {home.isError && (
        <Notice
          tone="alert"
          title="Unable to load incidents"
          action={<RetryButton onRetry={() => void home.refetch()} />}
        >
          {errorText(home.error)}
        </Notice>
      )}
      {home.data
        .filter((state) => !isQuiet(state))
        .map((state) => (
          <Card key={state.connection.id} aria-label={connectionLabel(state.connection)} overflow="hidden">
            <StateHead state={state} />
            <OpenIncidents {...state} />
          </Card>
        ))}
      {unchecked.length > 0 && (
        <Card aria-label="No runs yet" overflow="hidden">
          <StateHeads states={unchecked} />
        </Card>
      )}
      {clear.length > 0 && (
        <Card aria-label="Nothing open" overflow="hidden">
          {isFolded ? (
            <Flex px={{ base: "4", sm: "5" }} py="3" justify="space-between" align="center" gap="3">
              <span>{countOf(clear.length, "connection")} with nothing open</span>
              <TextButton onClick={() => setIsUnfolded(true)}>Show</TextButton>
            </Flex>
          ) : (
            <StateHeads states={clear} />
          )}
        </Card>
      )}
    </Flex>
  );
}

const StateHeads = ({ states }: { states: readonly ConnectionState[] }) =>
  states.map((state, place) => (
    <Box key={state.connection.id} borderTopWidth={place > 0 ? "1px" : "0"}>
      <StateHead state={state} />
    </Box>
  ));

/** A connection's name, when it was checked and will be, and its strip. */
function StateHead({ state }: { state: ConnectionState }) {
  const name = connectionLabel(state.connection);
  return (
    <Box px={{ base: "4", sm: "5" }} py="4">
      <Flex columnGap="4" rowGap="1" wrap="wrap" align="baseline" mb="3">
        <Flex gap="2" align="center" minW="0">
          <Icon as={Plug} boxSize="16px" color="fg.muted" />
          <Heading as="h2" textStyle="cardTitle" overflowWrap="anywhere" alignSelf="baseline">
            {name}
          </Heading>
        </Flex>
        <Box color="fg.muted">
          {state.open > 0 ? (
            <InlineLink to={paths.incidentsOf(state.connection.id)}>
              {countOf(state.open, "open incident")}
            </InlineLink>
          ) : (
            state.lastCheck && clearText(state)
          )}
        </Box>
        <SmallText ms={{ md: "auto" }}>
          <Checks state={state} />
        </SmallText>
      </Flex>
      <DayStrip name={name} days={state.days} />
    </Box>
  );
}

/** "Nothing open. 2 acknowledged, 1 muted." */
function clearText({ acknowledged, muted }: ConnectionState): string {
  const handled = [acknowledged > 0 && `${acknowledged} acknowledged`, muted > 0 && `${muted} muted`].filter(
    Boolean,
  );
  return ["Nothing open.", handled.length > 0 && `${handled.join(", ")}.`].filter(Boolean).join(" ");
}

/** The last and the next check, or why there was none. */
function Checks({
  state: { connection, lastCheck, failure, nextCheckAt },
}: {
  state: ConnectionState;
}): ReactNode {
  const activeRun = useActiveRun();
  const { data: setups } = useQuery(setupsQuery());
  const mayEdit = useMay("updateConnection");
  const isRunning =
    activeRun && setups?.find(({ id }) => id === activeRun.setupId)?.connectionId === connection.id;
  const next = nextCheckAt === null ? "" : ` Next check ${formatMoment(nextCheckAt)}.`;
  if (isRunning)
    return (
      <>
        {lastCheck ? `Checked ${formatMoment(lastCheck.at)}. ` : "The first run is in progress. "}
        <InlineLink to={paths.report(activeRun.id)}>View progress</InlineLink>
      </>
    );
  if (failure)
    return (
      <>
        {lastCheck ? `Not checked since ${formatRecentDay(lastCheck.at)}` : "Not checked yet"}:{" "}
        {failure.message}{" "}
        <InlineLink to={mayEdit ? paths.editConnection(connection.id) : paths.report(failure.runId)}>
          {mayEdit ? "Edit Connection" : "View run"}
        </InlineLink>
        {next}
      </>
    );
  if (!lastCheck)
    return (
      <>
        No runs yet. <FirstRun connectionId={connection.id} />
        {next}
      </>
    );
  return `Checked ${formatMoment(lastCheck.at)}.${next}`;
}

/** Starts the connection's setup, or leads to where its first run can be prepared. */
function FirstRun({ connectionId }: { connectionId: string }) {
  const { data: setups } = useQuery(setupsQuery());
  const { startRun, startingSetupId, question } = useStartRun();
  const mayRun = useMay("startRun");
  const mayCreate = useMay("createSetup");
  const own = setups?.filter((setup) => setup.connectionId === connectionId);
  const active = own?.find(({ status }) => status === "active");
  if (active && mayRun)
    return (
      <>
        <TextButton disabled={startingSetupId !== null} onClick={() => void startRun(active.id)}>
          Run now
        </TextButton>
        <ConfirmDialog {...question} />
      </>
    );
  return own?.length === 0 && mayCreate ? (
    <InlineLink to={paths.newSetup}>Create a setup</InlineLink>
  ) : (
    <InlineLink to={paths.setups}>Go to setups</InlineLink>
  );
}
