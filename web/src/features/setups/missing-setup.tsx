import { LinkButton } from "@/components/ui/button";
import { MissingPage } from "@/components/states/missing-page";
import { useElsewhere } from "@/data/use-elsewhere";
import { paths } from "@/config/paths";
import { setupIn } from "@/data/setups";
import { messages } from "@/lib/messages";

/** Shown for a malformed setup id. */
export const InvalidSetup = () => (
  <MissingPage title={messages.setups.invalidUrl} text="Open a setup from the list.">
    <BackToSetups />
  </MissingPage>
);

/** Shown for a setup that the current workspace doesn't have. */
export const MissingSetup = ({ id }: { id: string }) => (
  <MissingPage title={messages.setups.notFound} {...useElsewhere(setupIn(id), messages.setups.notFoundHint)}>
    <BackToSetups />
    <LinkButton to={paths.runs}>View Run History</LinkButton>
  </MissingPage>
);

const BackToSetups = () => <LinkButton to={paths.setups}>Back to Setups</LinkButton>;
