import { Box, Flex, Icon } from "@chakra-ui/react";
import type { ActiveRun } from "@contract/runs";
import { LoaderCircle } from "lucide-react";
import { Button } from "@/components/button";
import { ProgressBar } from "@/components/progress-bar";
import { useRunActions } from "@/data/use-run-actions";

/** 'Active Run in Progress' with how far it is, and the button that cancels it. */
export function ActiveRunNotice({ run }: { run: ActiveRun }) {
  const { cancelRun, busyRunId } = useRunActions();
  return (
    <Flex
      role="status"
      gap="3"
      px="3.5"
      py="3"
      bg="accent.subtle"
      borderWidth="1px"
      borderColor="accent.border"
      borderRadius="control"
      align={{ base: "stretch", sm: "center" }}
      direction={{ base: "column", sm: "row" }}
    >
      <Flex gap="3" flex="1" minW="0">
        <Icon boxSize="16px" color="accent.fg" mt="2px" aria-hidden animation="spin 1s linear infinite">
          <LoaderCircle strokeWidth={1.75} />
        </Icon>
        <Box flex="1" minW="0">
          <Box textStyle="smallStrong" fontWeight="600" mb="1">
            Active Run in Progress
          </Box>
          <ProgressBar step={run.progress.step} done={run.progress.done} total={run.progress.total} />
        </Box>
      </Flex>
      <Button size="xs" disabled={busyRunId === run.id} onClick={() => cancelRun(run.id)}>
        Cancel Run
      </Button>
    </Flex>
  );
}
