import { MissingPage } from "@/components/states/missing-page";
import { LinkButton } from "@/components/ui/button";
import { paths } from "@/config/paths";

/** Shown for an address that names no check. */
export const CheckNotFound = () => (
  <MissingPage title="Check not found">
    <LinkButton to={paths.runs}>Back to Run History</LinkButton>
  </MissingPage>
);
