import { Box, chakra } from "@chakra-ui/react";
import { useQueryClient } from "@tanstack/react-query";
import { signOut, type User } from "firebase/auth";
import { lazy, Suspense, useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useAuth } from "reactfire";
import { Toaster } from "@/components/toaster";
import { useStart } from "@/components/use-start";
import { ErrorBoundary } from "./error-boundary";
import { NavBar } from "./nav-bar";

/** What runs beside every page while somebody is signed in; signed-out visitors do not load it. */
const SignedInExtras = lazy(() => import("./signed-in-extras"));

/** Navigation bar, page, toasts. */
export function Shell({ user, children }: { user: User | null; children: ReactNode }) {
  const auth = useAuth();
  const { pathname } = useLocation();
  useClearCacheOnSignOut(user?.uid);
  const main = useStart<HTMLElement>(pathname);
  return (
    <Box minH="100dvh" display="flex" flexDirection="column">
      <SkipLink href="#content">Skip to content</SkipLink>
      <NavBar user={user} onLogout={() => void signOut(auth)} />
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
            <SignedInExtras />
          </Suspense>
        </ErrorBoundary>
      )}
      <Toaster />
    </Box>
  );
}

/** One account's data must never be seen by the next, however the first one was signed out. */
function useClearCacheOnSignOut(uid: string | undefined) {
  const queryClient = useQueryClient();
  const previous = useRef(uid);
  useEffect(() => {
    if (previous.current && previous.current !== uid) queryClient.clear();
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
