import { Box } from "@chakra-ui/react";
import type { ConnectionState } from "@contract/home";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { InlineLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { homeQuery } from "@/data/incidents";
import { countOf } from "@/lib/format";

/** The state of all connections in one sentence. */
export function HomeSummary() {
  const { data, isFetching } = useQuery(homeQuery());
  // Reserves space for the sentence while it loads.
  return <Box minH="22px">{data && summaryOf(data, isFetching)}</Box>;
}

function summaryOf(states: readonly ConnectionState[], isFetching: boolean): ReactNode {
  const sum = (count: (state: ConnectionState) => number) =>
    states.reduce((total, state) => total + count(state), 0);
  const open = sum((state) => state.open);
  const isIn = (count: number) => (states.length > 1 ? ` in ${countOf(count, "connection")}` : "");
  if (open > 0) {
    const unassigned = sum((state) => state.unassigned);
    return (
      <>
        <InlineLink to={paths.incidents}>{countOf(open, "open incident")}</InlineLink>
        {isIn(states.filter((state) => state.open > 0).length)}.
        {unassigned > 0 && ` ${unassigned === 1 ? "1 is" : `${unassigned} are`} not assigned.`}
      </>
    );
  }
  // A run may just have found something.
  if (isFetching) return null;
  const checked = states.filter(({ lastCheck, failure }) => lastCheck !== null && failure === null).length;
  if (checked === 0)
    return states.some(({ failure }) => failure)
      ? "The last run failed."
      : "Run a setup to see what is broken.";
  const handled = sum(({ acknowledged, muted }) => acknowledged + muted);
  return (
    <>
      {checked === states.length ? "All clear" : "Nothing open"}
      {isIn(checked)}.
      {handled > 0 && (
        <>
          {" "}
          <InlineLink to={paths.incidents}>{countOf(handled, "incident")}</InlineLink> acknowledged or muted.
        </>
      )}
    </>
  );
}
