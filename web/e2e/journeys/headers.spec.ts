import { createAccount } from "../stack/account";
import { expect, test } from "./journey";

/**
 * Checks headers as browsers get them: through Hosting, whose own rules must not replace the API's headers.
 * `X-Powered-By` is not checked, because the local Functions emulator sets its own.
 */
const app = () => process.env.PLUMBLINE_APP_URL!;

test("answers of the API keep their own headers through Hosting", async ({ request }) => {
  for (const path of ["/api/v1/health", "/api/auth/user", "/api/v1/setups", "/api/v1/unknown"]) {
    const headers = (await request.get(`${app()}${path}`)).headers();
    expect(headers["cache-control"], path).toBe("private, no-store");
    expect(headers["content-security-policy"], path).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers["x-content-type-options"], path).toBe("nosniff");
  }
});

test("an answer that has not changed is not sent again", async ({ request }) => {
  const address = `${app()}/api/v1/operator`;
  const etag = (await request.get(address)).headers()["etag"];
  expect(etag).toMatch(/^W\//);
  const again = await request.get(address, { headers: { "if-none-match": etag! } });
  expect(again.status()).toBe(304);
  expect(again.headers()["cache-control"]).toBe("private, no-store");
});

test("the site and the pages that emails link to have their own headers", async ({ request }) => {
  const unsubscribe = (await request.get(`${app()}/api/v1/unsubscribe?token=x`)).headers();
  expect(unsubscribe["cache-control"]).toBe("private, no-store");
  const pages = [
    ["/", "no-cache", "strict-origin-when-cross-origin"],
    // Its address contains a one-time code.
    ["/auth/action?mode=resetPassword&oobCode=x", "private, no-store", "no-referrer"],
  ] as const;
  for (const [path, caching, referrer] of pages) {
    const headers = (await request.get(`${app()}${path}`)).headers();
    expect(headers["content-security-policy"], path).toContain("script-src 'self'");
    expect(headers["cache-control"], path).toBe(caching);
    expect(headers["referrer-policy"], path).toBe(referrer);
    expect(headers["x-frame-options"], path).toBe("DENY");
  }
});

test("a vulnerability can be reported", async ({ request }) => {
  const answer = await request.get(`${app()}/.well-known/security.txt`);
  expect(answer.headers()["content-type"]).toContain("text/plain");
  expect(await answer.text()).toMatch(/^Contact: mailto:/);
});

test("a client cannot choose the IP address in the audit log", async ({ request }) => {
  const { idToken, api } = await createAccount();
  const renamed = await request.patch(`${app()}/api/v1/workspace`, {
    headers: { authorization: `Bearer ${idToken}`, "x-forwarded-for": "203.0.113.9, 66.249.84.13" },
    data: { name: "Shop" },
  });
  expect(renamed.status()).toBe(200);
  const [entry] = await api<{ action: string; ip: string | null }[]>("GET", "/api/v1/audit");
  expect(entry).toMatchObject({ action: "workspace.renamed" });
  expect(entry?.ip ?? "").not.toMatch(/203\.|66\./);
});
