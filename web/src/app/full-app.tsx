import { useLayoutEffect } from "react";
import { auth, firebaseApp, session } from "@/lib/firebase";
import { connectTabs, createQueryClient, tabsChannel } from "@/lib/query-client";
import { setTokenSource } from "@/lib/token-source";
import { AccountProviders } from "./account-providers";
import { App } from "./app";

setTokenSource(session);
const queryClient = createQueryClient();
connectTabs(queryClient, tabsChannel());

/** The app with Firebase, for everyone who is signed in or is about to sign in. */
export default function FullApp({ wasSignedIn }: { wasSignedIn: boolean }) {
  // From here on the app draws its own skeleton.
  useLayoutEffect(() => {
    document.documentElement.classList.remove("signed-in");
    document.getElementById("skeleton")?.remove();
  }, []);
  return (
    <AccountProviders firebaseApp={firebaseApp} auth={auth} queryClient={queryClient}>
      <App wasSignedIn={wasSignedIn} />
    </AccountProviders>
  );
}
