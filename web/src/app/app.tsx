import { useUser } from "reactfire";
import { LoadingScreen } from "@/components/loading-screen";
import { AppRoutes } from "./app-routes";
import { Shell } from "./shell";

/** The whole app; nothing of it shows before it is known whether somebody is signed in. */
export function App() {
  const { status, data: user } = useUser();
  if (status === "loading") return <LoadingScreen />;
  return (
    <Shell user={user ?? null}>
      <AppRoutes isSignedIn={Boolean(user)} />
    </Shell>
  );
}
