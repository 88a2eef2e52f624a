import { randomUUID } from "node:crypto";
import { paths } from "../../src/adapters/firestore/paths.js";
import type { WorkspaceId } from "../../src/contract/workspaces.js";
import { firestore } from "../../src/adapters/firestore/client.js";

export type Person = { token: string; uid: string; email: string };

const authUrl = () => `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`;

async function askAuth(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(`${authUrl()}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Creates an account in the Auth emulator, with a verified address. */
export async function signUp(): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const account = { email, password: "plumbline", returnSecureToken: true };
  const { localId } = (await askAuth("accounts:signUp?key=local", account)) as { localId: string };
  const asOwner = { Authorization: "Bearer owner" };
  await askAuth("projects/demo-plumbline/accounts:update", { localId, emailVerified: true }, asOwner);
  // Only a token issued after the change includes it.
  const signedIn = await askAuth("accounts:signInWithPassword?key=local", account);
  return { token: (signedIn as { idToken: string }).idToken, uid: localId, email };
}

/** Returns the workspace that a person got with their first request. */
export async function workspaceOf({ uid }: { uid: string }): Promise<WorkspaceId> {
  const { docs } = await firestore().collection(paths.memberships(uid)).get();
  return docs[0]!.id as WorkspaceId;
}

/** Returns a document and everything below it, as text. */
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
