import { Grid } from "@chakra-ui/react";
import { useUser } from "reactfire";
import { Page, PageHeader } from "@/components/layout/page";
import { useDisplayName } from "@/data/user-name";
import { ActiveSetups } from "./active-setups";
import { ConnectionStates } from "./connection-states";
import { dashboardColumns } from "./dashboard-skeleton";
import { HomeSummary } from "./home-summary";
import { RecentRuns } from "./recent-runs";

/** The signed-in home once a connection and a setup exist. */
export function DashboardPage() {
  const { data: user } = useUser();
  const name = useDisplayName(user);
  return (
    <Page>
      <PageHeader
        title={`Welcome back, ${name ?? "there"}!`}
        documentTitle="Home"
        description={<HomeSummary />}
      />
      <ConnectionStates />
      <Grid templateColumns={dashboardColumns} gap="4" alignItems="start">
        <RecentRuns />
        <ActiveSetups />
      </Grid>
    </Page>
  );
}
