import { ChakraProvider } from "@chakra-ui/react";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { FirebaseApp } from "firebase/app";
import type { Auth } from "firebase/auth";
import type { ReactNode } from "react";
import { AuthProvider, FirebaseAppProvider } from "reactfire";
import { system } from "@/theme/system";
import { UpgradeProvider } from "@/data/upgrade-context";

type ProvidersProps = { firebaseApp: FirebaseApp; auth: Auth; queryClient: QueryClient; children: ReactNode };

/** The providers pages need, except the router. */
export const Providers = ({ firebaseApp, auth, queryClient, children }: ProvidersProps) => (
  <ChakraProvider value={system}>
    <FirebaseAppProvider firebaseApp={firebaseApp}>
      <AuthProvider sdk={auth}>
        <QueryClientProvider client={queryClient}>
          <UpgradeProvider>{children}</UpgradeProvider>
        </QueryClientProvider>
      </AuthProvider>
    </FirebaseAppProvider>
  </ChakraProvider>
);
