import { chakra } from "@chakra-ui/react";
import type { Run } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { recentRunsQuery } from "@/data/runs";
import { setupQuery } from "@/data/setups";
import { useMay } from "@/data/use-current-workspace";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useStartRun } from "@/data/run-actions/use-start-run";

/** How many of the setup's runs are searched for the previous and next one. */
const runsRead = 100;

type RunNavigationProps = { run: Pick<Run, "id" | "setupId"> };

/**
 * Links from a run to its setup and the runs before and after it, and a rerun. Empty if the setup was
 * deleted.
 */
export function RunNavigation({ run: { id, setupId } }: RunNavigationProps) {
  const setup = useQuery(setupQuery(setupId));
  const runs = useQuery({ ...recentRunsQuery(runsRead, setupId), enabled: setup.isSuccess });
  const { startRun, startingSetupId, question } = useStartRun();
  const mayStart = useMay("startRun");
  if (!setup.isSuccess) return null;
  const { previous, next } = neighbors(runs.data ?? [], id);
  return (
    <Nav aria-label="Runs of this setup">
      <TextLink to={paths.setup(setupId)}>View setup</TextLink>
      {previous && <TextLink to={paths.report(previous.id)}>Previous run</TextLink>}
      {next && <TextLink to={paths.report(next.id)}>Next run</TextLink>}
      <ConfirmDialog {...question} />
      {mayStart && (
        <Button
          variant="link"
          size="xs"
          disabled={startingSetupId !== null}
          onClick={() => void startRun(setupId)}
        >
          Rerun
        </Button>
      )}
    </Nav>
  );
}

/** The closest runs with a report before and after a run, in a list with the newest first. */
function neighbors(runs: readonly Run[], id: string): { previous: Run | undefined; next: Run | undefined } {
  const shown = runs.filter((run) => run.id === id || run.summary !== null);
  const index = shown.findIndex((run) => run.id === id);
  return index === -1
    ? { previous: undefined, next: undefined }
    : { previous: shown[index + 1], next: shown[index - 1] };
}

const Nav = chakra("nav", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "4", rowGap: "1" },
});
