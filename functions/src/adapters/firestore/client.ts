import { getApps, initializeApp } from "firebase-admin/app";
import { type Firestore, getFirestore } from "firebase-admin/firestore";
import { once } from "../../common/once.js";

/** The process's only connection. Undefined fields are bugs, so they aren't silently dropped. */
export const firestore: () => Firestore = once(() => getFirestore(firebaseApp()));

export const firebaseApp = once(() => getApps()[0] ?? initializeApp());
