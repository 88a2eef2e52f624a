import { Box } from "@chakra-ui/react";
import { Component, type ReactNode } from "react";
import { Page } from "@/components/layout/page";
import { Notice, RetryButton } from "@/components/states/notice";

type ErrorBoundaryProps = {
  children: ReactNode;
  /** Shown instead of the children after an error. Defaults to a notice. */
  fallback?: ReactNode;
};
type State = { error: Error | null };

/** Catches errors thrown while a page renders or while its code loads (a deployment may have replaced it). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error) {
    console.error(error);
  }

  override render() {
    if (!this.state.error) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return (
      <Page>
        <Box maxW="640px" mx="auto">
          <Notice
            tone="alert"
            title="This page couldn't be displayed"
            action={<RetryButton label="Reload" onRetry={() => window.location.reload()} />}
          >
            {navigator.onLine
              ? "Reload the page. Plumbline may have been updated while it was open."
              : "You're offline. Reload the page once you're connected again."}
          </Notice>
        </Box>
      </Page>
    );
  }
}
