import { lazy, Suspense } from "react";
import { useWatchActiveRun } from "@/data/active-run";

const UpgradeModal = lazy(() => import("@/features/billing/upgrade-modal"));

/** Watches the active run on every page and holds the upgrade modal. */
export default function SignedInExtras() {
  useWatchActiveRun();
  return (
    <Suspense>
      <UpgradeModal />
    </Suspense>
  );
}
