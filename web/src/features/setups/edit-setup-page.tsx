import { idSchema } from "@contract/common";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { SkeletonCards } from "@/components/states/skeleton";
import { paths } from "@/config/paths";
import { connectionsQuery } from "@/data/connections";
import { isNotFound } from "@/lib/api-error";
import { useMay } from "@/data/use-current-workspace";
import { MissingPage } from "@/components/states/missing-page";
import { LinkButton } from "@/components/ui/button";
import { PageState } from "@/components/states/page-state";
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
  return (
    <PageState query={[setup, connections].find((query) => query.isError) ?? setup}>
      <SkeletonCards count={1} label="Loading setup" />
    </PageState>
  );
}
