import { LinkButton } from "@/components/ui/link-button";
import { Notice, RetryButton } from "@/components/states/notice";
import { paths } from "@/config/paths";
import { ApiError } from "@/lib/api-error";
import { messages } from "@/lib/messages";

/** Shown when billing can't be loaded: a login link for a 401, otherwise a retry. */
export function BillingError({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { billing } = messages;
  if (isUnauthenticated(error))
    return (
      <Notice
        tone="locked"
        title={billing.authenticationTitle}
        action={
          <LinkButton to={paths.login} size="xs">
            Log In
          </LinkButton>
        }
      >
        {billing.authentication}
      </Notice>
    );
  return (
    <Notice
      tone="alert"
      title={billing.unavailableTitle}
      action={<RetryButton onRetry={() => void onRetry()} />}
    >
      {billing.unavailable}
    </Notice>
  );
}

const isUnauthenticated = (error: unknown): boolean =>
  (error instanceof ApiError && error.status === 401) ||
  (error instanceof Error && error.message === messages.notAuthenticated);
