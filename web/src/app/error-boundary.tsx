import { Box } from "@chakra-ui/react";
import { Component, type ReactNode } from "react";
import { Page } from "@/components/page";
import { Notice, RetryButton } from "@/components/notice";

type ErrorBoundaryProps = {
  children: ReactNode;
  /** What stands in its place; a notice of the page's size when absent. */
  fallback?: ReactNode;
};
type State = { error: Error | null };

/** Catches what a page throws while rendering or while its code is loaded (a deployment may have replaced it). */
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
            title="This page could not be shown"
            action={<RetryButton label="Reload" onRetry={() => window.location.reload()} />}
          >
            Reload it. If this goes on, Plumbline may have been updated while the page was open.
          </Notice>
        </Box>
      </Page>
    );
  }
}
