import { Box, chakra } from "@chakra-ui/react";
import type { User } from "firebase/auth";
import { lazy, Suspense, useState, type ReactNode, Component } from "react";
import { useLocation } from "react-router-dom";
import { useResetFocus } from "@/components/layout/use-reset-focus";
import { NavBar } from "./nav-bar";
import { Page } from "@/components/layout/page";
import { Notice, RetryButton } from "@/components/states/notice";

/** Runs beside every page while a user is signed in; signed-out visitors don't load it. */
const SignedInOverlays = lazy(() => import("./signed-in-overlays"));

const VerifyEmailBanner = lazy(async () => ({
  default: (await import("@/features/auth/verify-email-banner")).VerifyEmailBanner,
}));

type ShellProps = { user: User | null; onLogout?: () => void; children: ReactNode };

/** The navigation bar and the page below it. */
export function Shell({ user, onLogout, children }: ShellProps) {
  const { pathname } = useLocation();
  const main = useResetFocus<HTMLElement>(pathname);
  return (
    <Box minH="100dvh" display="flex" flexDirection="column">
      <SkipLink href="#content">Skip to content</SkipLink>
      <NavBar user={user} onLogout={onLogout} />
      {user && !user.emailVerified && <VerifyEmailSlot email={user.email} />}
      <chakra.main
        ref={main}
        id="content"
        tabIndex={-1}
        flex="1"
        outline="none"
        display="flex"
        flexDirection="column"
        css={{ "& > *": { width: "100%" } }}
      >
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </chakra.main>
      {user && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <SignedInOverlays />
          </Suspense>
        </ErrorBoundary>
      )}
    </Box>
  );
}

/** Reserves the banner's space while its chunk loads, so that the page below doesn't move. */
function VerifyEmailSlot({ email }: { email: string | null }) {
  const [isHidden, setIsHidden] = useState(isVerifyBannerHidden);
  if (isHidden) return null;
  const hide = () => {
    hideVerifyBanner();
    setIsHidden(true);
  };
  return (
    <Box
      // Three lines, so that a long address doesn't move the page when the banner has loaded.
      minHeight={{ base: "72px", md: "48px" }}
      _print={{ display: "none" }}
      bg="accent.subtle"
      borderBottomWidth="1px"
      borderColor="accent.border"
    >
      <Suspense>
        <VerifyEmailBanner email={email} onHide={hide} />
      </Suspense>
    </Box>
  );
}

const SkipLink = chakra("a", {
  base: {
    position: "absolute",
    insetInlineStart: "4",
    top: "-60px",
    zIndex: "toast",
    bg: "bg.panel",
    color: "accent.fg",
    px: "3",
    py: "2",
    borderRadius: "control",
    _focus: { top: "2" },
  },
});

type ErrorBoundaryProps = {
  children: ReactNode;
  /** Shown instead of the children after an error. Defaults to a notice. */
  fallback?: ReactNode;
};
type State = { error: Error | null };

/** Catches errors thrown while a page renders or while its code loads (a deployment may have replaced it). */
class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
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

const bannerKey = "plumbline-verify-banner-hidden-until";
const dayMs = 24 * 60 * 60 * 1_000;

/** Whether this browser hid the banner less than a day ago. */
const isVerifyBannerHidden = (): boolean => Number(localStorage.getItem(bannerKey) ?? 0) > Date.now();

const hideVerifyBanner = (): void => localStorage.setItem(bannerKey, String(Date.now() + dayMs));
