import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { ErrorState } from "@/components/states/error-state";
import { Page } from "@/components/layout/page";
import { SkeletonCards } from "@/components/states/skeleton";
import { paths } from "@/config/paths";
import { connectionsQuery } from "@/data/connections";
import { SetupWizard } from "./wizard/setup-wizard";

/** Creates a setup; opened from the dashboard, it leads back there. */
export function SetupWizardPage() {
  const connections = useQuery(connectionsQuery());
  const [search] = useSearchParams();
  const exitTo = search.get("source") === "dashboard" ? paths.home : paths.setups;
  if (connections.data) return <SetupWizard connections={connections.data} exitTo={exitTo} />;
  return (
    <Page>
      {connections.isError ? (
        <ErrorState error={connections.error} onRetry={connections.refetch} />
      ) : (
        <SkeletonCards count={1} label="Loading connections" />
      )}
    </Page>
  );
}
