import { Box, chakra } from "@chakra-ui/react";
import { useQueryClient } from "@tanstack/react-query";
import { signOut, type User } from "firebase/auth";
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useAuth } from "reactfire";
import { Toaster } from "@/components/states/toaster";
import { useResetFocus } from "@/components/layout/use-reset-focus";
import { forgetWorkspace } from "@/lib/workspace-choice";
import { hideVerifyBanner, isVerifyBannerHidden } from "@/features/auth/verify-banner-choice";
import { ErrorBoundary } from "./error-boundary";
import { NavBar } from "./nav-bar";

/** Runs beside every page while a user is signed in; signed-out visitors don't load it. */
const SignedInOverlays = lazy(() => import("./signed-in-overlays"));

const VerifyEmailBanner = lazy(async () => ({
  default: (await import("@/features/auth/verify-email-banner")).VerifyEmailBanner,
}));

/** Navigation bar, page, toasts. */
export function Shell({ user, children }: { user: User | null; children: ReactNode }) {
  const auth = useAuth();
  const { pathname } = useLocation();
  useClearCacheOnSignOut(user?.uid);
  const main = useResetFocus<HTMLElement>(pathname);
  return (
    <Box minH="100dvh" display="flex" flexDirection="column">
      <SkipLink href="#content">Skip to content</SkipLink>
      <NavBar user={user} onLogout={() => void signOut(auth)} />
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
      <Toaster />
    </Box>
  );
}

/** Holds the banner's place while its chunk loads, so that the page below does not move. */
function VerifyEmailSlot({ email }: { email: string | null }) {
  const [isHidden, setIsHidden] = useState(isVerifyBannerHidden);
  if (isHidden) return null;
  const hide = () => {
    hideVerifyBanner();
    setIsHidden(true);
  };
  return (
    <Box
      height={{ base: "112px", md: "48px" }}
      overflow="hidden"
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

/** Clears the cache whenever the user changes, so that nobody sees the previous user's data. */
function useClearCacheOnSignOut(uid: string | undefined) {
  const queryClient = useQueryClient();
  const previous = useRef(uid);
  useEffect(() => {
    if (previous.current && previous.current !== uid) {
      queryClient.clear();
      forgetWorkspace();
    }
    previous.current = uid;
  }, [queryClient, uid]);
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
