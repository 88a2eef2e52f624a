import { EmptyState } from "@/components/empty-state";
import { LinkButton } from "@/components/link-button";
import { Page } from "@/components/page";
import { paths } from "@/config/paths";

/** In the place of a setup that cannot be shown. */
export const MissingSetup = ({ title }: { title: string }) => (
  <Page>
    <EmptyState title={title} action={<LinkButton to={paths.setups}>Back to Setups</LinkButton>} />
  </Page>
);
