import { lazy, Suspense, useEffect, useState, useRef } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useWatchActiveRun } from "@/data/active-run";
import { currentUserQuery } from "@/data/user";
import { useAuth } from "reactfire";
import { PasswordDialog, proveIdentity } from "@/features/settings/profile/password-dialog";
import { setLoginPrompt } from "@/lib/api-client";
import { tellIfEnded } from "@/lib/session";

const UpgradeModal = lazy(() => import("@/features/billing/upgrade/upgrade-modal"));

type Answer = (hasLoggedIn: boolean) => void;

/**
 * Asks for the password when the server wants a recent login for something important. The request that was refused then
 * goes on.
 */
function LoginAgainDialog() {
  const auth = useAuth();
  const [waiting, setWaiting] = useState<readonly Answer[]>([]);
  useEffect(
    () => setLoginPrompt(() => new Promise((answer) => setWaiting((others) => [...others, answer]))),
    [],
  );
  const answerAll = (hasLoggedIn: boolean) => {
    for (const answer of waiting) answer(hasLoggedIn);
    setWaiting([]);
  };
  if (waiting.length === 0) return null;
  return (
    <PasswordDialog
      title="Confirm it's you"
      text="You logged in more than 10 minutes ago. Enter your password to continue."
      submitLabel="Continue"
      onSubmit={async (password) => {
        await proveIdentity(auth, password);
        answerAll(true);
      }}
      onClose={() => answerAll(false)}
    />
  );
}

/**
 * An address may be verified in another tab or on another device, but this tab's token keeps saying that it isn't. Asks
 * the provider whenever the tab is looked at, and whenever the server calls the address unverified, for example after
 * another tab announced a change.
 */
function useNoticeVerification(): void {
  const auth = useAuth();
  const queryClient = useQueryClient();
  const { data: user, dataUpdatedAt } = useQuery(currentUserQuery());
  const isUnverified = user?.emailVerified === false;
  // A new token that still calls the address unverified stays: asking again wouldn't help.
  const hasNewToken = useRef(false);
  useEffect(() => {
    if (!isUnverified) {
      hasNewToken.current = false;
      return;
    }
    const check = async () => {
      const person = auth.currentUser;
      if (!person) return;
      await person.reload().catch(() => tellIfEnded(auth));
      if (!person.emailVerified || hasNewToken.current) return;
      hasNewToken.current = true;
      await person.getIdToken(true);
      await queryClient.invalidateQueries();
    };
    const look = () => {
      if (document.visibilityState === "visible") void check().catch(() => undefined);
    };
    void check().catch(() => undefined);
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [auth, queryClient, isUnverified, dataUpdatedAt]);
}

/** Watches the active run on every page, loads the user record, and holds the dialogs that any page may need. */
export default function SignedInOverlays() {
  useWatchActiveRun();
  // The server creates a missing user record when it is read.
  useQuery(currentUserQuery());
  useNoticeVerification();
  return (
    <>
      <Suspense>
        <UpgradeModal />
      </Suspense>
      <LoginAgainDialog />
    </>
  );
}
