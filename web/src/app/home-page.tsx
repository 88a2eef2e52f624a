import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/states/error-state";
import { Page } from "@/components/layout/page";
import { connectionsQuery } from "@/data/connections";
import { homeQuery } from "@/data/incidents";
import { setupResultsQuery } from "@/data/runs";
import { setupsQuery } from "@/data/setups";
import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { dashboardRunsQuery } from "@/features/dashboard/queries";
import { DashboardSkeleton } from "@/features/dashboard/dashboard-skeleton";
import { OnboardingPage } from "@/features/onboarding/onboarding-page";

/** The signed-in home: onboarding until there is a connection and a setup, then the dashboard. */
export function HomePage() {
  const connections = useQuery(connectionsQuery());
  const setups = useQuery(setupsQuery());
  // Requested immediately and awaited below, so that the dashboard appears all at once and nothing in it
  // moves. If such a request fails, the dashboard itself retries it and stays visible meanwhile.
  const runs = useQuery(dashboardRunsQuery());
  const results = useQuery(setupResultsQuery());
  const home = useQuery(homeQuery());
  const [isSettled, setIsSettled] = useState(false);
  if (!isSettled && ![runs, results, home].some(({ isPending }) => isPending)) setIsSettled(true);
  const failed = [connections, setups].find((query) => query.isLoadingError);
  if (failed)
    return (
      <Page>
        <ErrorState
          error={failed.error}
          onRetry={() => Promise.all([connections.refetch(), setups.refetch()])}
        />
      </Page>
    );
  if (connections.data?.length === 0 || (connections.data && setups.data?.length === 0))
    return <OnboardingPage connections={connections.data} />;
  if (!connections.data || !setups.data || !isSettled)
    return (
      <Page>
        <DashboardSkeleton />
      </Page>
    );
  return <DashboardPage />;
}
