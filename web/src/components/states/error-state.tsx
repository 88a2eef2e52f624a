import { ApiError, errorText } from "@/lib/api-error";
import { Caption } from "@/components/ui/text";
import { Notice, RetryButton } from "./notice";

type ErrorStateProps = { error: unknown; title?: string; onRetry?: () => unknown };

/**
 * Shown instead of data that could not be loaded: a title, the reason, the failed request and a retry button.
 */
export function ErrorState({ error, title = "Unable to load this page", onRetry }: ErrorStateProps) {
  const text = errorText(error);
  const failedRead = error instanceof ApiError && error.request?.isRead ? error.message : text;
  return (
    <Notice tone="alert" title={title} action={onRetry && <RetryButton onRetry={() => void onRetry()} />}>
      {text}
      {failedRead !== text && <Caption color="fg.subtle">{failedRead}</Caption>}
    </Notice>
  );
}
