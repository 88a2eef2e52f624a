import { isRecord } from "../../http/body.js";

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
}

export interface SignedIn {
  readonly uid: string;
  readonly idToken: string;
  readonly email: string;
}

/**
 * Signs in at the Auth emulator, creating the account first if necessary.
 * @throws Error with the emulator's message
 */
export async function signIn(authUrl: string, account: Account): Promise<SignedIn> {
  const existing = await call(authUrl, "signInWithPassword", account);
  if (existing.ok) return existing.account;
  const created = await call(authUrl, "signUp", account);
  if (created.ok) return created.account;
  throw new Error(`The Auth emulator refused the demo account: ${created.message}`);
}

async function call(authUrl: string, method: "signInWithPassword" | "signUp", account: Account) {
  const address = `${authUrl}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=demo`;
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...account, returnSecureToken: true }),
  });
  const body: unknown = await response.json();
  if (!isRecord(body)) return { ok: false as const, message: String(body) };
  const { localId, idToken, error } = body;
  if (response.ok && typeof localId === "string" && typeof idToken === "string") {
    return { ok: true as const, account: { uid: localId, idToken, email: account.email } };
  }
  return {
    ok: false as const,
    message: isRecord(error) ? String(error["message"]) : String(response.status),
  };
}
