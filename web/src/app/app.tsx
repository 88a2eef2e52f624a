import { useUser } from "reactfire";
import { LoadingScreen } from "@/components/states/loading-screen";
import { AppRoutes } from "./app-routes";
import { Shell } from "./shell";
import { CheckoutReturnGate } from "./checkout-return-gate";

/** The whole app. It renders once the initial sign-in state is known. */
export function App() {
  const { status, data: user } = useUser();
  if (status === "loading") return <LoadingScreen />;
  // The shell stays mounted through sign-in and sign-out, because it clears the cache between two users.
  return (
    <CheckoutReturnGate isSignedIn={Boolean(user)}>
      <Shell user={user ?? null}>
        <AppRoutes isSignedIn={Boolean(user)} />
      </Shell>
    </CheckoutReturnGate>
  );
}
