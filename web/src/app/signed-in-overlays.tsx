import { lazy, Suspense } from "react";
import { useQuery } from "@tanstack/react-query";
import { useNoticeVerification } from "@/features/auth/use-notice-verification";
import { useWatchActiveRun } from "@/data/active-run";
import { currentUserQuery } from "@/data/user";
import { LoginAgainDialog } from "./login-again-dialog";

const UpgradeModal = lazy(() => import("@/features/billing/upgrade/upgrade-modal"));

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
