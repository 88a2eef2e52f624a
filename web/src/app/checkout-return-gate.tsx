import { lazy, Suspense, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { LoadingScreen } from "@/components/states/loading-screen";
import { paths } from "@/config/paths";

const CheckoutReturn = lazy(() => import("@/features/billing/checkout/checkout-return"));

/**
 * Shows the result of checkout at `/settings?checkout=done|cancelled`, which opens in the checkout window; at
 * all other addresses shows `children`.
 */
export function CheckoutReturnGate({ isSignedIn, children }: { isSignedIn: boolean; children: ReactNode }) {
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
