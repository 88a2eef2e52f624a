import { deleteApp, initializeApp } from "firebase/app";
import {
  connectAuthEmulator,
  inMemoryPersistence,
  initializeAuth,
  signInWithEmailAndPassword,
} from "firebase/auth";
import { http, HttpResponse } from "msw";
import { createSession } from "@/lib/session";
import { setTokenSource } from "@/lib/token-source";
import { apiServer } from "./api-server";

export type FakeUser = { uid: string; email: string; displayName: string; emailVerified?: boolean };
export const demoUser: FakeUser = { uid: "u1", email: "demo@plumbline.dev", displayName: "Demo" };
export const demoPassword = "plumbline-demo";

/** Creates the real Firebase Auth SDK with a fake identity provider at the network level. */
export async function createFakeAuth(signedInAs: FakeUser | null) {
  const users = new Map<string, FakeUser>([[demoUser.email, demoUser]]);
  if (signedInAs) users.set(signedInAs.email, signedInAs);
  const sessions = playIdentityProvider(users);
  const app = initializeApp(
    { apiKey: "test", authDomain: "localhost", projectId: "demo-test", appId: "1" },
    // Unique even after a test has loaded this file anew: reactfire remembers who is signed in by the app's name.
    `test-${crypto.randomUUID()}`,
  );
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, "http://127.0.0.1:9099", { disableWarnings: true });
  setTokenSource(createSession(auth));
  if (signedInAs) await signInWithEmailAndPassword(auth, signedInAs.email, demoPassword);
  /** Ends everybody's session at the provider: no token can be refreshed anymore. */
  const endSessions = () => users.clear();
  return { app, auth, endSessions, ...sessions, dispose: () => deleteApp(app) };
}

function playIdentityProvider(users: Map<string, FakeUser>) {
  const passwords = new Map<string, string>();
  let issued = 0;
  /** Sessions with a lower number have ended. */
  let firstValid = 0;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const tokenOf = ({ uid, email }: FakeUser, number: number): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: uid, email, iat: now, exp: now + 3600, number };
    return `${encode({ alg: "none" })}.${encode(claims)}.`;
  };
  const call = (name: string, answer: (body: Record<string, string>) => Response) =>
    http.post(new RegExp(`/v1/accounts${name}`), async ({ request }) =>
      answer((await request.json()) as Record<string, string>),
    );
  const session = (user: FakeUser) => {
    const number = issued++;
    return HttpResponse.json({
      localId: user.uid,
      email: user.email,
      displayName: user.displayName,
      idToken: tokenOf(user, number),
      refreshToken: `${number} ${user.email}`,
      expiresIn: "3600",
    });
  };
  apiServer.use(
    http.post(/\/v1\/token(\?|$)/, async ({ request }) => {
      const refreshToken = new URLSearchParams(await request.text()).get("refresh_token") ?? "";
      const [number = "", email = ""] = refreshToken.split(" ");
      const user = users.get(email);
      if (!user || Number(number) < firstValid) return refusal("TOKEN_EXPIRED");
      const token = tokenOf(user, Number(number));
      return HttpResponse.json({
        id_token: token,
        access_token: token,
        refresh_token: refreshToken,
        expires_in: "3600",
      });
    }),
    call(":signInWithPassword", ({ email = "", password }) => {
      const user = users.get(email);
      return user && password === (passwords.get(email) ?? demoPassword)
        ? session(user)
        : refusal("INVALID_LOGIN_CREDENTIALS");
    }),
    call(":signUp", ({ email = "" }) => {
      if (users.has(email)) return refusal("EMAIL_EXISTS");
      const user = { uid: `uid-of-${email}`, email, displayName: "" };
      users.set(email, user);
      return session(user);
    }),
    call(":update", ({ idToken = "", displayName, password }) => {
      const user = userOf(users, idToken);
      if (displayName !== undefined) user.displayName = displayName;
      if (password === undefined) return session(user);
      passwords.set(user.email, password);
      // Like the real provider: a new password ends every session, and the token in its answer is as old as
      // the sign-in.
      const answer = session(user);
      firstValid = issued;
      return answer;
    }),
    call(":lookup", ({ idToken = "" }) => {
      const user = users.get(claimsOf(idToken).email);
      return user
        ? HttpResponse.json({ users: [{ ...user, localId: user.uid, providerUserInfo: [] }] })
        : refusal("TOKEN_EXPIRED");
    }),
  );
  return {
    /** Adds or replaces an account, as the server or another browser would. */
    addAccount: (user: FakeUser) => void users.set(user.email, user),
    /** Ends all current sessions. The password can start a new one. */
    revokeSessions: () => void (firstValid = issued),
    /** Whether an API request has a token of a session that has not ended. */
    isValid: (request: Request) =>
      claimsOf(request.headers.get("Authorization")?.replace("Bearer ", "") ?? "").number >= firstValid,
  };
}

const refusal = (message: string) => HttpResponse.json({ error: { code: 400, message } }, { status: 400 });

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
    email: string;
    number: number;
  };

function userOf(users: Map<string, FakeUser>, token: string): FakeUser {
  const { email } = claimsOf(token);
  const user = users.get(email);
  if (!user) throw new Error(`no user ${email}`);
  return user;
}
