import { Flex } from "@chakra-ui/react";
import type { Setup } from "@contract/setups";
import { Code } from "@/components/ui/code";
import { describeCron } from "@/lib/cron";

/** What the cron means, then the cron itself, or 'Manual only'. */
export const ScheduleText = ({ setup }: { setup: Pick<Setup, "scheduleCron" | "scheduleTimezone"> }) =>
  setup.scheduleCron === "" ? (
    "Manual only"
  ) : (
    <Flex as="span" gap="2" wrap="wrap" align="center">
      {describeCron(setup.scheduleCron, setup.scheduleTimezone)}
      <Code color="fg.muted">{setup.scheduleCron}</Code>
    </Flex>
  );
