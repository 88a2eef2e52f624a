import { LinkButton } from "@/components/ui/link-button";
import { MissingPage } from "@/components/states/missing-page";
import { paths } from "@/config/paths";

/** Shown instead of a run or check that does not exist or was deleted. */
export const ReportNotFound = ({ title = "Run not found" }: { title?: string }) => (
  <MissingPage title={title} text="It may have been deleted.">
    <LinkButton to={paths.runs}>Back to Run History</LinkButton>
  </MissingPage>
);
