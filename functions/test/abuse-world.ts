import { randomUUID } from "node:crypto";
import { firestore } from "../src/adapters/firestore/client.js";

export type Person = { token: string; uid: string; email: string };

/** A new account of the Auth emulator. */
export async function signUp(): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const address = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`;
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password: "plumbline", returnSecureToken: true }),
  });
  const { idToken, localId } = (await response.json()) as { idToken: string; localId: string };
  return { token: idToken, uid: localId, email };
}

/** A document and everything below it, as text. */
export async function documentsBelow(path: string): Promise<string[]> {
  const ref = firestore().doc(path);
  const below = await Promise.all(
    (await ref.listCollections()).map(async (collection) => {
      const { docs } = await collection.get();
      return (await Promise.all(docs.map((doc) => documentsBelow(doc.ref.path)))).flat();
    }),
  );
  return [JSON.stringify((await ref.get()).data() ?? {}), ...below.flat()];
}
