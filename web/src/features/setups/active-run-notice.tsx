import type { ActiveRun } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { RunProgress } from "@/components/run-table/run-progress";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/states/notice";
import { activeRunQuery } from "@/data/active-run";
import { useRunActions } from "@/data/run-actions/use-run-actions";

/** 'Active Run in Progress' with progress and a cancel button. */
export function ActiveRunNotice({ run }: { run: ActiveRun }) {
  const { cancelRun, busyRunId } = useRunActions();
  const { dataUpdatedAt } = useQuery(activeRunQuery());
  return (
    <Notice
      tone="running"
      title="Active Run in Progress"
      action={
        cancelRun && (
          <Button size="xs" disabled={busyRunId === run.id} onClick={() => cancelRun(run)}>
            Cancel Run
          </Button>
        )
      }
    >
      <RunProgress run={run} readAt={dataUpdatedAt} />
    </Notice>
  );
}
