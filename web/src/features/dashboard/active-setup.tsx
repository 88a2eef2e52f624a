import { chakra, Flex } from "@chakra-ui/react";
import type { Run } from "@contract/runs";
import type { Setup } from "@contract/setups";
import { Link } from "react-router-dom";
import { RunTicks } from "@/components/charts/run-ticks";
import { SetupStatusBadge } from "@/components/status-badge";
import { Truncated } from "@/components/truncated";
import { paths } from "@/config/paths";
import { connectionLabel } from "@/data/connections";
import { describeCron } from "@/lib/cron";
import { endedRuns, lastResult, tickOf } from "./run-history";

type ActiveSetupProps = {
  setup: Setup;
  /** Those of its runs that are among the newest of the account, newest first. */
  runs: readonly Run[];
  isRunning: boolean;
};

/** A setup in three lines: name, connection and schedule, how its last runs went. */
export const ActiveSetup = ({ setup, runs, isRunning }: ActiveSetupProps) => (
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
      <chakra.span flexShrink={0} maxW="65%">
        {setup.scheduleCron === ""
          ? "Manual only"
          : shortSchedule(describeCron(setup.scheduleCron, setup.scheduleTimezone))}
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
      {endedRuns(runs).length > 0 ? <RunTicks ticks={endedRuns(runs).map(tickOf)} /> : <span />}
      <span>{isRunning ? "Running..." : lastResult(runs)}</span>
    </Flex>
  </chakra.li>
);

/** UTC is what everybody reads into a time without a zone here; others are named. */
const shortSchedule = (text: string): string => text.replace(/ UTC$/, "");

const NameLink = chakra(Link, {
  base: {
    color: "inherit",
    fontWeight: "570",
    textDecoration: "none",
    minW: "0",
    borderRadius: "badge",
    _hover: { textDecoration: "underline", textUnderlineOffset: "3px" },
  },
});
