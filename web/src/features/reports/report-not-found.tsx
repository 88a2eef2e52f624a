import { DocumentTitle } from "@/components/document-title";
import { EmptyState } from "@/components/empty-state";
import { LinkButton } from "@/components/link-button";
import { Page } from "@/components/page";
import { paths } from "@/config/paths";

/** In the place of a run or check that does not exist (any more). */
export const ReportNotFound = ({ title = "Run not found" }: { title?: string }) => (
  <Page>
    <DocumentTitle title={title} />
    <EmptyState
      title={title}
      text="It may have been deleted."
      action={<LinkButton to={paths.runs}>Back to Run History</LinkButton>}
    />
  </Page>
);
