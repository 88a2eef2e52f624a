import { useUser } from "reactfire";
import { LoadingScreen } from "@/components/loading-screen";
import { AppRoutes } from "./app-routes";
import { Shell } from "./shell";
import { UnlessCheckoutReturn } from "./unless-checkout-return";

/** The whole app; nothing of it shows before it is known whether somebody is signed in. */
export function App() {
  const { status, data: user } = useUser();
  if (status === "loading") return <LoadingScreen />;
  // The shell keeps its place in the tree through signing in and out: it clears the cache between two people.
  return (
    <UnlessCheckoutReturn isSignedIn={Boolean(user)}>
      <Shell user={user ?? null}>
        <AppRoutes isSignedIn={Boolean(user)} />
      </Shell>
    </UnlessCheckoutReturn>
  );
}
