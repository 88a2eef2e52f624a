import { errorText } from "@/lib/api-error";
import { Notice, RetryButton } from "./notice";

type ErrorStateProps = { error: unknown; title?: string; onRetry?: () => unknown };

/** What stands in the place of data that could not be read: title, why, one retry. */
export const ErrorState = ({ error, title = "Unable to load this page", onRetry }: ErrorStateProps) => (
  <Notice tone="alert" title={title} action={onRetry && <RetryButton onRetry={() => void onRetry()} />}>
    {errorText(error)}
  </Notice>
);
