import { chakra, Flex } from "@chakra-ui/react";
import type { Setup } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { RunTicks } from "@/components/charts/run-ticks";
import { SetupStatusBadge } from "@/components/badges/status-badge";
import { touchTarget } from "@/components/layout/touch-target";
import { Truncated } from "@/components/ui/truncated";
import { paths } from "@/config/paths";
import { describeCron } from "@/lib/cron";
import { browserTimeZone } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import { setupTicksQuery } from "./queries";
import { finishedRuns, latestResult, runTick } from "./run-history";

/** A setup in three lines: name, connection and schedule, recent results. */
export const ActiveSetup = ({ setup, isRunning }: { setup: Setup; isRunning: boolean }) => (
  <chakra.li
    px={{ base: "4", sm: "5" }}
    py="3.5"
    borderTopWidth="1px"
    borderColor="border"
    css={{ "&:first-of-type": { borderTopWidth: "0" } }}
  >
    <Flex justify="space-between" gap="3" align="center">
      <NameLink to={paths.setup(setup.id)}>
        <Truncated text={setup.name} />
      </NameLink>
      <SetupStatusBadge status={setup.status} />
    </Flex>
    <Flex justify="space-between" gap="3" mt="1.5" textStyle="small" color="fg.muted">
      <Truncated text={connectionLabel(setup.connection)} />
      <chakra.span flexShrink={0} maxW="65%" textAlign="end">
        {shortSchedule(setup)}
      </chakra.span>
    </Flex>
    <Flex
      justify="space-between"
      gap="3"
      mt="2"
      align="flex-end"
      textStyle="small"
      color="fg.muted"
      minH="20px"
    >
      <History setupId={setup.id} isRunning={isRunning} />
    </Flex>
  </chakra.li>
);

/** Ticks and the latest result; empty until the runs are loaded. */
function History({ setupId, isRunning }: { setupId: string; isRunning: boolean }) {
  const { data: runs, isFetching } = useQuery(setupTicksQuery(setupId));
  const ended = runs ? finishedRuns(runs) : [];
  const isKnown = runs !== undefined && (ended.length > 0 || !isFetching);
  return (
    <>
      {ended.length > 0 ? <RunTicks ticks={ended.map(runTick)} /> : <span />}
      <span>{isRunning ? "Running..." : isKnown && latestResult(runs)}</span>
    </>
  );
}

/** The schedule in words, or the cron itself if words would be too long. The reader's own zone is left out. */
function shortSchedule({ scheduleCron, scheduleTimezone }: Setup): string {
  if (scheduleCron === "") return "Manual only";
  const text = describeCron(scheduleCron, scheduleTimezone);
  return text === scheduleTimezone ? `${scheduleCron} ${text}` : text.replace(` ${browserTimeZone()}`, "");
}

const NameLink = chakra(Link, {
  base: {
    color: "inherit",
    fontWeight: "570",
    textDecoration: "none",
    minW: "0",
    borderRadius: "badge",
    ...touchTarget,
    _hover: { textDecoration: "underline", textUnderlineOffset: "3px" },
  },
});
