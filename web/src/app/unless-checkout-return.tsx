import { lazy, Suspense, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { LoadingScreen } from "@/components/loading-screen";
import { paths } from "@/config/paths";

const CheckoutReturn = lazy(() => import("@/features/billing/checkout-return"));

/** `/settings?checkout=done|cancelled` is the end of the checkout window, not a page of the app; all else is `children`. */
export function UnlessCheckoutReturn({ isSignedIn, children }: { isSignedIn: boolean; children: ReactNode }) {
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
