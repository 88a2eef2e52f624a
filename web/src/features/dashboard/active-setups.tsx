import { Icon } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Card, CardFooter, CardHeader } from "@/components/layout/card";
import { RunTickKey } from "@/components/charts/run-ticks";
import { EmptyState } from "@/components/states/empty-state";
import { ErrorState } from "@/components/states/error-state";
import { LinkButton } from "@/components/ui/link-button";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { useActiveRun } from "@/data/active-run";
import { setupsQuery } from "@/data/setups";
import { useMay } from "@/data/use-current-workspace";
import { ActiveSetup } from "./active-setup";
import { brokenFirst } from "./broken-now";
import { dashboardRunsQuery } from "./queries";

const shownSetups = 3;

/** Up to three active setups with their recent results. */
export function ActiveSetups() {
  const setups = useQuery(setupsQuery());
  const activeRun = useActiveRun();
  const mayCreate = useMay("createSetup");
  const { data: runs = [] } = useQuery(dashboardRunsQuery());
  const active = brokenFirst(setups.data?.filter(({ status }) => status === "active") ?? [], runs);
  return (
    <Card aria-label="Active Setups" overflow="hidden">
      <CardHeader
        title="Active Setups"
        actions={
          mayCreate && (
            <LinkButton size="xs" to={paths.newSetupFromDashboard}>
              <Icon aria-hidden>
                <Plus />
              </Icon>
              Create
            </LinkButton>
          )
        }
      />
      {setups.isError && (
        <ErrorState error={setups.error} title="Unable to load setups" onRetry={setups.refetch} />
      )}
      {setups.data && active.length === 0 && (
        <EmptyState
          title="No active setups"
          text="Resume a paused setup, or create one."
          hasBob={false}
          isFramed={false}
        />
      )}
      <ul>
        {active.slice(0, shownSetups).map((setup) => (
          <ActiveSetup key={setup.id} setup={setup} isRunning={activeRun?.setupId === setup.id} />
        ))}
      </ul>
      {active.length > 0 && (
        <CardFooter justifyContent="space-between">
          {active.length > shownSetups ? (
            <TextLink to={paths.setups} hasChevron>
              View All Setups ({active.length})
            </TextLink>
          ) : (
            <span />
          )}
          <RunTickKey />
        </CardFooter>
      )}
    </Card>
  );
}
