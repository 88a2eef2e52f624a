import { Flex } from "@chakra-ui/react";
import type { IncidentStatus } from "@contract/incidents/states";
import { statusWords } from "@/components/incidents/standing-text";
import { EmptyState } from "@/components/states/empty-state";
import { Button, LinkButton } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { countOf, formatNumber } from "@/lib/format";
import type { LastCheck } from "./use-last-check";

type NoMatchProps = {
  status: IncidentStatus;
  /** Incidents of another status that match. `isPart` if not all of them are loaded. */
  elsewhere: { status: IncidentStatus; count: number; isPart: boolean } | undefined;
  onClear: () => void;
  onShow: (status: IncidentStatus) => void;
};

/** Shown when no incident in the tab matches the filters. */
export function NoMatch({ status, elsewhere, onClear, onShow }: NoMatchProps) {
  const word = elsewhere && statusWords[elsewhere.status].toLowerCase();
  return (
    <EmptyState
      title={`No ${statusWords[status].toLowerCase()} incidents match`}
      text={
        elsewhere &&
        (elsewhere.isPart
          ? `At least ${formatNumber(elsewhere.count)} ${word} ${elsewhere.count === 1 ? "incident does" : "incidents do"}.`
          : `${countOf(elsewhere.count, `${word} incident`)} ${elsewhere.count === 1 ? "does" : "do"}.`)
      }
      action={
        <Flex gap="2" wrap="wrap" justify="center">
          <Button onClick={onClear}>Clear filters</Button>
          {elsewhere && (
            <Button variant="ghost" onClick={() => onShow(elsewhere.status)}>
              Show {word}
            </Button>
          )}
        </Flex>
      }
    />
  );
}

type NothingHereProps = { status: IncidentStatus; lastCheck: LastCheck | null; hasIncidents: boolean };

/** An empty tab: says what was checked, or what to do first. */
export function NothingHere({ status, lastCheck, hasIncidents }: NothingHereProps) {
  if (status !== "open") return <EmptyState title={`Nothing ${statusWords[status].toLowerCase()}`} />;
  if (lastCheck && !lastCheck.hasRuns && !hasIncidents)
    return (
      <EmptyState
        title="No runs yet"
        text="Incidents appear after the first run."
        action={
          <LinkButton variant="solid" to={paths.newSetup}>
            Create Setup
          </LinkButton>
        }
      />
    );
  if (lastCheck?.firstRunId && !hasIncidents)
    return (
      <EmptyState
        title="The first run is in progress"
        text="What it finds appears here once it ends."
        action={<LinkButton to={paths.report(lastCheck.firstRunId)}>View progress</LinkButton>}
      />
    );
  const { checked, amount, next, runId } = lastCheck ?? {};
  return (
    <EmptyState
      title="Nothing open"
      text={[checked && `${checked}${amount ? `: ${amount}` : ""}.`, next].filter(Boolean).join(" ")}
      action={runId && <LinkButton to={paths.report(runId)}>View last report</LinkButton>}
    />
  );
}
