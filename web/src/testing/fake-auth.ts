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

export type FakeUser = { uid: string; email: string; displayName: string };
export const demoUser: FakeUser = { uid: "u1", email: "demo@plumbline.dev", displayName: "Demo" };
export const demoPassword = "plumbline-demo";

let appCount = 0;

/** The real Firebase Auth SDK, talking to an identity provider played at the network's edge. */
export async function createFakeAuth(signedInAs: FakeUser | null) {
  const users = new Map<string, FakeUser>([[demoUser.email, demoUser]]);
  if (signedInAs) users.set(signedInAs.email, signedInAs);
  playIdentityProvider(users);
  const app = initializeApp(
    { apiKey: "test", authDomain: "localhost", projectId: "demo-test", appId: "1" },
    `test-${++appCount}`,
  );
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, "http://127.0.0.1:9099", { disableWarnings: true });
  setTokenSource(createSession(auth));
  if (signedInAs) await signInWithEmailAndPassword(auth, signedInAs.email, demoPassword);
  /** The provider ends everybody's session: no token is refreshed any more. */
  const endSessions = () => users.clear();
  return { app, auth, endSessions, dispose: () => deleteApp(app) };
}

function playIdentityProvider(users: Map<string, FakeUser>): void {
  const call = (name: string, answer: (body: Record<string, string>) => Response) =>
    http.post(new RegExp(`/v1/accounts${name}`), async ({ request }) =>
      answer((await request.json()) as Record<string, string>),
    );
  const session = (user: FakeUser) =>
    HttpResponse.json({
      localId: user.uid,
      email: user.email,
      displayName: user.displayName,
      idToken: tokenOf(user),
      refreshToken: user.email,
      expiresIn: "3600",
    });
  apiServer.use(
    http.post(/\/v1\/token(\?|$)/, async ({ request }) => {
      const user = users.get(new URLSearchParams(await request.text()).get("refresh_token") ?? "");
      if (!user) return refusal("TOKEN_EXPIRED");
      const token = tokenOf(user);
      return HttpResponse.json({
        id_token: token,
        access_token: token,
        refresh_token: user.email,
        expires_in: "3600",
      });
    }),
    call(":signInWithPassword", ({ email = "", password }) => {
      const user = users.get(email);
      return user && password === demoPassword ? session(user) : refusal("INVALID_LOGIN_CREDENTIALS");
    }),
    call(":signUp", ({ email = "" }) => {
      if (users.has(email)) return refusal("EMAIL_EXISTS");
      const user = { uid: `uid-of-${email}`, email, displayName: "" };
      users.set(email, user);
      return session(user);
    }),
    call(":update", ({ idToken = "", displayName = "" }) => {
      const user = userOf(users, idToken);
      user.displayName = displayName;
      return session(user);
    }),
    call(":lookup", ({ idToken = "" }) => {
      const user = userOf(users, idToken);
      return HttpResponse.json({ users: [{ ...user, localId: user.uid, providerUserInfo: [] }] });
    }),
  );
}

const refusal = (message: string) => HttpResponse.json({ error: { code: 400, message } }, { status: 400 });

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const tokenOf = ({ uid, email }: FakeUser): string => {
  const now = Math.floor(Date.now() / 1000);
  return `${encode({ alg: "none" })}.${encode({ sub: uid, email, iat: now, exp: now + 3600 })}.`;
};

function userOf(users: Map<string, FakeUser>, token: string): FakeUser {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
    email: string;
  };
  const user = users.get(claims.email);
  if (!user) throw new Error(`no user ${claims.email}`);
  return user;
}
