import { signOut } from "firebase/auth";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, lazy, Suspense, type ReactNode } from "react";
import { useAuth, useUser } from "reactfire";
import { Toaster } from "@/components/states/toaster";
import { LoadingScreen } from "@/components/states/loading-screen";
import { paths } from "@/config/paths";
import { useLocation } from "react-router-dom";
import { WithTypedEmail } from "@/features/auth/typed-email";
import { forgetAnswers } from "@/lib/answers/kept-answers";
import { forgetWorkspace } from "@/lib/workspace-choice";
import { AppRoutes } from "./app-routes";
import { AppSkeleton } from "./app-skeleton";
import { Shell } from "./shell";

/** The whole app. It renders once the initial sign-in state is known. */
export function App({
  wasSignedIn = false,
}: {
  /** Whether this browser has a session. */ wasSignedIn?: boolean;
}) {
  const { status, data: user } = useUser();
  const auth = useAuth();
  const [hasLoggedOut, setHasLoggedOut] = useState(false);
  const logOut = () => {
    setHasLoggedOut(true);
    void signOut(auth);
  };
  useClearCacheOnSignOut(user?.uid);
  if (status === "loading") return wasSignedIn ? <AppSkeleton /> : <LoadingScreen />;
  return (
    <CheckoutReturnGate isSignedIn={Boolean(user)}>
      <WithTypedEmail uid={user?.uid}>
        <Shell user={user ?? null} onLogout={logOut}>
          <AppRoutes isSignedIn={Boolean(user)} hasLoggedOut={hasLoggedOut} />
        </Shell>
      </WithTypedEmail>
      <Toaster />
    </CheckoutReturnGate>
  );
}

/** Clears all cached data whenever the user changes, so that nobody sees the previous user's data. */
function useClearCacheOnSignOut(uid: string | undefined) {
  const queryClient = useQueryClient();
  const previous = useRef(uid);
  useEffect(() => {
    if (previous.current && previous.current !== uid) {
      queryClient.clear();
      forgetWorkspace();
      forgetAnswers();
    }
    previous.current = uid;
  }, [queryClient, uid]);
}

const CheckoutReturn = lazy(() => import("@/features/billing/checkout/checkout-return"));

/**
 * Shows the result of checkout at `/settings?checkout=done|cancelled`, which opens in the checkout window; at
 * all other addresses shows `children`.
 */
function CheckoutReturnGate({ isSignedIn, children }: { isSignedIn: boolean; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const outcome =
    isSignedIn && pathname === paths.settings ? new URLSearchParams(search).get("checkout") : null;
  if (outcome !== "done" && outcome !== "cancelled") return children;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <CheckoutReturn isDone={outcome === "done"} />
    </Suspense>
  );
}
