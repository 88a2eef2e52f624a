import { Box } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { Button, LinkButton } from "@/components/ui/button";
import { Card, CardBody, CardFooter } from "@/components/layout/card";
import { EmptyState } from "@/components/states/empty-state";
import { Notice } from "@/components/states/notice";
import { RunProgress } from "@/components/run-table/run-progress";
import { SmallText } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { activeRunQuery } from "@/data/active-run";
import { setupQuery } from "@/data/setups";
import { useRunActions } from "@/data/run-actions/use-run-actions";
import { useMay } from "@/data/use-current-workspace";
import { isNotFound } from "@/lib/api-error";
import { capitalized, countOf, formatDateTime } from "@/lib/format";

/** Shown in place of a report: the run's progress, why it failed, or who cancelled it and when. */
export function RunOutcome({ run }: { run: RunReport }) {
  switch (run.status) {
    case "failed":
      return (
        <Notice tone="alert" title="Run failed" action={<WayOut run={run} />}>
          {run.error?.message ?? "None of the checks could run."}
        </Notice>
      );
    case "cancelled":
      return <EmptyState title="Run cancelled" text={cancelledText(run)} action={<SetupLink run={run} />} />;
    case "completed":
    case "partial":
      return <EmptyState title="No results" text="This run ended without a report." />;
    case "pending":
    case "running":
      return <RunningCard run={run} />;
    // A status that this release doesn't know counts as pending.
    default:
      return <RunningCard run={run} />;
  }
}

/** 'Cancelled by Ada Lovelace on Nov 20, 2026, 09:05 AM.' */
function cancelledText({ error, finishedAt }: RunReport): string {
  const by = (error?.message ?? "Cancelled before it had results.").replace(/\.$/, "");
  return finishedAt ? `${by} on ${formatDateTime(finishedAt)}.` : `${by}.`;
}

/** Failures that are fixed by editing the connection. */
const ofTheConnection: ReadonlySet<string> = new Set([
  "credentials",
  "no-access",
  "bad-project",
  "connection-not-verified",
]);

/** Links to where the failure can be fixed: the connection, else the setup. */
function WayOut({ run }: { run: RunReport }) {
  const mayEdit = useMay("updateConnection");
  if (!ofTheConnection.has(run.error?.code ?? "")) return <SetupLink run={run} />;
  return mayEdit ? (
    <LinkButton size="xs" to={paths.editConnection(run.setup.connection.id)}>
      Edit connection
    </LinkButton>
  ) : (
    <SmallText>Admins can edit the connection.</SmallText>
  );
}

/** Links to the run's setup, or says that it was deleted: reports outlive their setup. */
function SetupLink({ run }: { run: RunReport }) {
  const setup = useQuery(setupQuery(run.setupId));
  if (isNotFound(setup.error)) return <SmallText>Its setup was deleted.</SmallText>;
  return (
    <LinkButton size="xs" to={paths.setup(run.setupId)}>
      View setup
    </LinkButton>
  );
}

function RunningCard({ run }: { run: RunReport }) {
  const { data: activeRun, dataUpdatedAt } = useQuery(activeRunQuery());
  const { cancelRun, busyRunId } = useRunActions();
  // The active run is polled, so it is newer than the report, which was read once.
  const current = activeRun?.id === run.id ? { ...run, ...activeRun } : run;
  return (
    <Card aria-label="Progress">
      <CardBody>
        <Box fontWeight="600" mb="3">
          {current.status === "running" ? "Run in progress" : "Waiting to start"}
        </Box>
        <RunProgress run={current} readAt={dataUpdatedAt} />
        <SmallText color="fg.subtle" mt="4">
          The report appears here as soon as the run ends.
        </SmallText>
      </CardBody>
      {cancelRun && (
        <CardFooter>
          <Button size="xs" disabled={busyRunId === run.id} onClick={() => cancelRun(run)}>
            Cancel Run
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}

/** Says which checks of a partial run failed and why. */
export function PartialNotice({ run }: { run: RunReport }) {
  const failed = run.detectors.filter(({ severity }) => severity === "failed");
  if (run.status !== "partial" || failed.length === 0) return null;
  return (
    <Notice
      mb="4"
      tone="partial"
      title={`Partial: ${failed.length} of ${countOf(run.detectors.length, "check")} failed`}
    >
      {[...byReason(failed)].map(([reason, names]) => (
        <Box key={reason}>
          {names.join(", ")}: {capitalized(reason)}
        </Box>
      ))}
    </Notice>
  );
}

/** Names of the failed checks by reason; often all failed for the same one. */
function byReason(failed: RunReport["detectors"]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { name, reason } of failed) {
    const key = reason ?? "no reason was given.";
    names.set(key, [...(names.get(key) ?? []), name]);
  }
  return names;
}
