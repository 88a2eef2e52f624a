import { Flex } from "@chakra-ui/react";
import type { Setup } from "@contract/setups";
import { Code } from "@/components/ui/code";
import { describeCron } from "@/lib/cron";

/** The cron and its meaning, or 'Manual only'. */
export const ScheduleText = ({ setup }: { setup: Pick<Setup, "scheduleCron" | "scheduleTimezone"> }) =>
  setup.scheduleCron === "" ? (
    "Manual only"
  ) : (
    <Flex as="span" gap="2" wrap="wrap" align="center" color="fg.muted">
      <Code color="fg">{setup.scheduleCron}</Code>
      {describeCron(setup.scheduleCron, setup.scheduleTimezone)}
    </Flex>
  );
