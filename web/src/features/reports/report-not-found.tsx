import { LinkButton } from "@/components/link-button";
import { MissingPage } from "@/components/missing-page";
import { paths } from "@/config/paths";

/** In the place of a run or check that does not exist (any more). */
export const ReportNotFound = ({ title = "Run not found" }: { title?: string }) => (
  <MissingPage title={title} text="It may have been deleted.">
    <LinkButton to={paths.runs}>Back to Run History</LinkButton>
  </MissingPage>
);
