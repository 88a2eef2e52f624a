import { LinkButton } from "@/components/link-button";
import { MissingPage } from "@/components/missing-page";
import { paths } from "@/config/paths";
import { messages } from "@/lib/messages";

/** In the place of a setup whose address cannot be one. */
export const InvalidSetup = () => (
  <MissingPage title={messages.setups.invalidUrl} text="Open a setup from the list instead.">
    <BackToSetups />
  </MissingPage>
);

/** In the place of a setup that is not there (any more); what its runs found is kept. */
export const MissingSetup = () => (
  <MissingPage title={messages.setups.notFound} text={messages.setups.notFoundHint}>
    <BackToSetups />
    <LinkButton to={paths.runs}>View Run History</LinkButton>
  </MissingPage>
);

const BackToSetups = () => <LinkButton to={paths.setups}>Back to Setups</LinkButton>;
