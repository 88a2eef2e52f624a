import { Box } from "@chakra-ui/react";
import type { Incident } from "@contract/incidents";
import { byImportance, isLasting } from "@contract/incidents/rank";
import type { Run } from "@contract/runs";
import type { Setup } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { InlineLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { useOpenIncidents } from "@/data/incidents";
import { setupsQuery } from "@/data/setups";
import { countOf } from "@/lib/format";
import { latestResultRun } from "./broken-now";
import { dashboardRunsQuery } from "./queries";

const namedIncidents = 3;

/** What is broken now: the open incidents, most important first, and the setups whose last run failed. */
export function BrokenNowLine() {
  const { data: runs } = useQuery(dashboardRunsQuery());
  const { data: setups } = useQuery(setupsQuery());
  const { open, all, isPartOfMore, isUpToDate } = useOpenIncidents();
  // Reserves space for the sentence while it loads.
  return (
    <Box minH={{ base: "44px", sm: "22px" }}>
      {runs && setups && open && all && (
        <Sentence
          latest={setups
            .filter(({ status }: Setup) => status === "active")
            .flatMap(({ id }) => latestResultRun(runs, id) ?? [])}
          open={open.toSorted(byImportance)}
          handled={all.filter(isLasting).length - open.filter(isLasting).length}
          isPartOfMore={isPartOfMore}
          isUpToDate={isUpToDate}
        />
      )}
    </Box>
  );
}

type SentenceProps = {
  /** The latest run with a result of each active setup. */
  latest: readonly Run[];
  /** Most important first. */
  open: readonly Incident[];
  /** How many lasting incidents are acknowledged or muted. */
  handled: number;
  /** Whether there are more incidents, older than these. */
  isPartOfMore: boolean;
  /** False while the incidents are being reloaded. */
  isUpToDate: boolean;
};

function Sentence({ latest, open, handled, isPartOfMore, isUpToDate }: SentenceProps) {
  const failed = latest.filter(({ summary }) => summary === null);
  const rest = open.length - namedIncidents;
  // A run may just have found something.
  if (open.length === 0 && !isUpToDate) return null;
  if (latest.length === 0 && open.length + handled === 0) return <>Run a setup to see what is broken.</>;
  if (open.length === 0 && failed.length === 0 && !isPartOfMore)
    return handled > 0 ? (
      <>
        No open incidents; <InlineLink to={paths.incidents}>{countOf(handled, "incident")}</InlineLink>{" "}
        acknowledged or muted.
      </>
    ) : (
      <>Nothing is broken: no open incidents.</>
    );
  return (
    <>
      {(open.length > 0 || isPartOfMore) && (
        <>
          <InlineLink to={paths.incidents}>
            {isPartOfMore
              ? `At least ${countOf(open.length, "open incident")}`
              : countOf(open.length, "open incident")}
          </InlineLink>
          {open.length > 0 && (open.some(isLasting) ? ": " : ", all recovered: ")}
          {listed(
            open.slice(0, namedIncidents).map(({ id, finding }) => ({
              id,
              link: <InlineLink to={paths.incident(id)}>{finding.headline}</InlineLink>,
            })),
          )}
          {rest > 0 && ` and ${countOf(rest, "more", "more")}`}.{" "}
        </>
      )}
      {failed.length > 0 && (
        <>
          Last run failed:{" "}
          {listed(
            failed.map((run) => ({
              id: run.id,
              link: <InlineLink to={paths.report(run.id)}>{run.setup.name}</InlineLink>,
            })),
          )}
          .
        </>
      )}
    </>
  );
}

const listed = (links: readonly { id: string; link: ReactNode }[]): ReactNode =>
  links.map(({ id, link }, index) => (
    <Fragment key={id}>
      {index > 0 && ", "}
      {link}
    </Fragment>
  ));
