import { idSchema } from "@contract/common";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { ErrorState } from "@/components/states/error-state";
import { Page } from "@/components/layout/page";
import { SkeletonCards } from "@/components/states/skeleton";
import { paths } from "@/config/paths";
import { connectionsQuery } from "@/data/connections";
import { isNotFound } from "@/lib/api-error";
import { useMay } from "@/data/use-current-workspace";
import { MissingPage } from "@/components/states/missing-page";
import { LinkButton } from "@/components/ui/button";
import { setupQuery } from "@/data/setups";
import { InvalidSetup, MissingSetup } from "./missing-setup";
import { messages } from "@/lib/messages";
import { SetupWizard } from "./wizard/setup-wizard";

/** The wizard in edit mode; it leads back to the setup. */
export function EditSetupPage() {
  const { setupId = "" } = useParams();
  const isId = idSchema.safeParse(setupId).success;
  const setup = useQuery({ ...setupQuery(setupId), enabled: isId });
  const connections = useQuery(connectionsQuery());
  const mayEdit = useMay("updateSetup");
  if (!isId) return <InvalidSetup />;
  if (isNotFound(setup.error)) return <MissingSetup id={setupId} />;
  if (!mayEdit)
    return (
      <MissingPage title="Editors can change setups" text={messages.askForRole}>
        <LinkButton to={paths.setup(setupId)}>View setup</LinkButton>
      </MissingPage>
    );
  if (setup.data && connections.data)
    return <SetupWizard setup={setup.data} connections={connections.data} exitTo={paths.setup(setupId)} />;
  const failed = [setup, connections].find((query) => query.isError);
  return (
    <Page>
      {failed ? (
        <ErrorState error={failed.error} onRetry={failed.refetch} />
      ) : (
        <SkeletonCards count={1} label="Loading setup" />
      )}
    </Page>
  );
}
