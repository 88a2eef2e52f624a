import { Grid } from "@chakra-ui/react";
import { useUser } from "reactfire";
import { Page, PageHeader } from "@/components/page";
import { ActiveSetups } from "./active-setups";
import { dashboardColumns } from "./dashboard-skeleton";
import { RecentRuns } from "./recent-runs";

/** The signed-in home once there is something to watch. */
export function DashboardPage() {
  const { data: user } = useUser();
  return (
    <Page>
      <PageHeader title={`Welcome back, ${user?.displayName || "there"}!`} />
      <Grid templateColumns={dashboardColumns} gap="4" alignItems="start">
        <RecentRuns />
        <ActiveSetups />
      </Grid>
    </Page>
  );
}
