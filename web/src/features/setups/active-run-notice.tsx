import { Box, Flex, Icon } from "@chakra-ui/react";
import type { ActiveRun } from "@contract/runs";
import { LoaderCircle } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { RunProgress } from "@/components/run-table/run-progress";
import { Button } from "@/components/ui/button";
import { activeRunQuery } from "@/data/active-run";
import { useRunActions } from "@/data/run-actions/use-run-actions";

/** 'Active Run in Progress' with progress and a cancel button. */
export function ActiveRunNotice({ run }: { run: ActiveRun }) {
  const { cancelRun, busyRunId } = useRunActions();
  const { dataUpdatedAt } = useQuery(activeRunQuery());
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
        <Icon
          as={LoaderCircle}
          boxSize="16px"
          color="accent.fg"
          mt="2px"
          aria-hidden
          animation="spin 1s linear infinite"
          strokeWidth={1.75}
        />
        <Box flex="1" minW="0">
          <Box textStyle="smallStrong" fontWeight="600" mb="1">
            Active Run in Progress
          </Box>
          <RunProgress run={run} readAt={dataUpdatedAt} />
        </Box>
      </Flex>
      {cancelRun && (
        <Button size="xs" disabled={busyRunId === run.id} onClick={() => cancelRun(run)}>
          Cancel Run
        </Button>
      )}
    </Flex>
  );
}
