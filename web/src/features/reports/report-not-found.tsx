import { MissingPage } from "@/components/states/missing-page";
import { LinkButton } from "@/components/ui/button";
import { useElsewhere } from "@/data/use-elsewhere";
import { paths } from "@/config/paths";
import { runReportIn } from "@/data/runs";

/** Shown instead of a run, or a check of it, that the current workspace doesn't have. */
export const ReportNotFound = ({ title, runId }: { title: string; runId: string }) => (
  <MissingPage title={title} {...useElsewhere(runReportIn(runId))}>
    <LinkButton to={paths.runs}>Back to Run History</LinkButton>
  </MissingPage>
);

/** Shown for an address that names no check. */
export const CheckNotFound = () => (
  <MissingPage title="Check not found">
    <LinkButton to={paths.runs}>Back to Run History</LinkButton>
  </MissingPage>
);
