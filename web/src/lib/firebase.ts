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

/**
 * Named persistences instead of `getAuth()`: email and password need no popup code in the bundle. Local storage comes
 * first because the script in `index.html` can read it before anything is painted; sessions found elsewhere move there.
 */
export const auth = initializeAuth(firebaseApp, {
  persistence: [browserLocalPersistence, indexedDBLocalPersistence],
});

if (env.authEmulatorUrl) connectAuthEmulator(auth, env.authEmulatorUrl, { disableWarnings: true });

export const session = createSession(auth);
