import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { FirebaseApp } from "firebase/app";
import type { Auth } from "firebase/auth";
import type { ReactNode } from "react";
import { AuthProvider, FirebaseAppProvider } from "reactfire";
import { UpgradeProvider } from "@/data/upgrade-context";

type AccountProvidersProps = {
  firebaseApp: FirebaseApp;
  auth: Auth;
  queryClient: QueryClient;
  children: ReactNode;
};

/** The providers for pages that need an account. Visitors of public pages load none of them. */
export const AccountProviders = ({ firebaseApp, auth, queryClient, children }: AccountProvidersProps) => (
  <FirebaseAppProvider firebaseApp={firebaseApp}>
    <AuthProvider sdk={auth}>
      <QueryClientProvider client={queryClient}>
        <UpgradeProvider>{children}</UpgradeProvider>
      </QueryClientProvider>
    </AuthProvider>
  </FirebaseAppProvider>
);
