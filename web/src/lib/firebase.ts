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
 * Lists persistences explicitly instead of calling `getAuth()`, because email and password sign-in needs no
 * popup code in the bundle. Local storage comes first because the script in `index.html` can read it before
 * the first paint; sessions found elsewhere are moved there.
 */
export const auth = initializeAuth(firebaseApp, {
  persistence: [browserLocalPersistence, indexedDBLocalPersistence],
});

if (env.authEmulatorUrl) connectAuthEmulator(auth, env.authEmulatorUrl, { disableWarnings: true });

export const session = createSession(auth);
