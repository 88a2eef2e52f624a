import { Box } from "@chakra-ui/react";
import type { Run } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { resultNote } from "@/components/run-table/run-results";
import { InlineLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { setupsQuery } from "@/data/setups";
import { countOf } from "@/lib/format";
import { isInTrouble, latestResultRun, troubledFirst } from "./broken-now";
import { dashboardRunsQuery } from "./queries";

const namedSetups = 3;

/** Answers "what is broken now" in one sentence, with links to the reports. */
export function BrokenNowLine() {
  const { data: runs } = useQuery(dashboardRunsQuery());
  const { data: setups } = useQuery(setupsQuery());
  // Keeps the room of the sentence while it loads.
  return (
    <Box minH={{ base: "44px", sm: "22px" }}>
      {runs && setups && <Sentence runs={runs} setups={setups} />}
    </Box>
  );
}

function Sentence({ runs, setups }: { runs: readonly Run[]; setups: Parameters<typeof troubledFirst>[0] }) {
  const active = setups.filter(({ status }) => status === "active");
  const latest = troubledFirst(active, runs).flatMap(({ id }) => latestResultRun(runs, id) ?? []);
  const broken = latest.filter(isInTrouble);
  if (latest.length === 0) return <>Run a setup to see what is broken.</>;
  if (broken.length === 0) return <>Nothing is broken: the latest runs found no problems.</>;
  const rest = broken.length - namedSetups;
  return (
    <>
      {broken.length === 1 ? "1 setup needs" : `${broken.length} setups need`} attention:{" "}
      {broken.slice(0, namedSetups).map((run, index) => (
        <Fragment key={run.id}>
          {index > 0 && ", "}
          <InlineLink to={paths.report(run.id)}>{run.setup.name}</InlineLink> (
          {run.summary ? resultNote(run.summary) : "failed"})
        </Fragment>
      ))}
      {rest > 0 && ` and ${countOf(rest, "more", "more")}`}.
    </>
  );
}
