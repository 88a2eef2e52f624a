import { initializeApp } from "firebase/app";
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
} from "firebase/auth";
import { env } from "@/config/env";
import { createSession } from "./session";

export const firebaseApp = initializeApp(env.firebase);

/** Named persistences instead of `getAuth()`: email and password need no popup code in the bundle. */
export const auth = initializeAuth(firebaseApp, {
  persistence: [indexedDBLocalPersistence, browserLocalPersistence],
});

if (env.authEmulatorUrl) connectAuthEmulator(auth, env.authEmulatorUrl, { disableWarnings: true });

export const session = createSession(auth);
