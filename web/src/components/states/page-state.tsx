import type { ReactNode } from "react";
import { DocumentTitle, Page } from "@/components/layout/page";
import { ErrorState } from "./error-state";

type PageStateProps = {
  query: { isError: boolean; error: unknown; refetch: () => unknown };
  /** Title of the tab. */
  title?: string;
  /** Title of the error. */
  failed?: string;
  /** The page's shape in gray. */
  children: ReactNode;
};

/** Shown instead of a page whose data isn't there yet, or can't be loaded. */
export const PageState = ({ query, title, failed, children }: PageStateProps) => (
  <Page>
    {title && <DocumentTitle title={title} />}
    {query.isError ? <ErrorState error={query.error} title={failed} onRetry={query.refetch} /> : children}
  </Page>
);
