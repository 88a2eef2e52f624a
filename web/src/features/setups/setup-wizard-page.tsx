import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { MissingPage } from "@/components/states/missing-page";
import { LinkButton } from "@/components/ui/button";
import { SkeletonCards } from "@/components/states/skeleton";
import { PageState } from "@/components/states/page-state";
import { paths } from "@/config/paths";
import { connectionsQuery } from "@/data/connections";
import { useMay } from "@/data/use-current-workspace";
import { messages } from "@/lib/messages";
import { SetupWizard } from "./wizard/setup-wizard";

/** Creates a setup; opened from the dashboard, it leads back there. */
export function SetupWizardPage() {
  const connections = useQuery(connectionsQuery());
  const mayCreate = useMay("createSetup");
  const [search] = useSearchParams();
  const exitTo = search.get("source") === "dashboard" ? paths.home : paths.setups;
  if (!mayCreate)
    return (
      <MissingPage title="Editors can create setups" text={messages.askForRole}>
        <LinkButton to={exitTo}>Back</LinkButton>
      </MissingPage>
    );
  if (connections.data) return <SetupWizard connections={connections.data} exitTo={exitTo} />;
  return (
    <PageState query={connections}>
      <SkeletonCards count={1} label="Loading connections" />
    </PageState>
  );
}
