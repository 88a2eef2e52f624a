import type { ServerResponse } from "node:http";
import { escape } from "../../http/html.js";
import type { CheckoutSession } from "../objects.js";
import type { Entered, Outcome } from "./complete.js";

/** The hosted page: a form for a card. It works without JavaScript. */
export function cardPage(
  session: CheckoutSession,
  entered: Partial<Entered> = {},
  refusal?: Extract<Outcome, { kind: "refused" }>,
): string {
  const field = (name: "card" | "expiry" | "cvc", label: string, attributes: string) => `
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${escape(entered[name] ?? "")}" required inputmode="numeric" ${attributes}
      ${refusal?.field === name ? 'aria-invalid="true" aria-describedby="refusal"' : ""}>`;
  return document(
    "Add a payment method",
    `<h1>Add a payment method</h1>
    <p>Test mode: no real card is charged. Use <code>4242 4242 4242 4242</code>, any future date and any code.</p>
    ${refusal ? `<p id="refusal" class="refusal" role="alert">${escape(refusal.message)}</p>` : ""}
    <form method="post">
      ${field("card", "Card number", 'autocomplete="cc-number" placeholder="4242 4242 4242 4242" autofocus')}
      ${field("expiry", "Expiration (MM/YY)", 'autocomplete="cc-exp" placeholder="12/34"')}
      ${field("cvc", "Security code", 'autocomplete="cc-csc" placeholder="123"')}
      <button type="submit">Save card</button>
    </form>
    ${session.cancel_url ? `<p><a href="${escape(session.cancel_url)}">Cancel and go back</a></p>` : ""}
    <details><summary>Other test cards</summary><ul>
      <li><code>4000 0000 0000 0002</code> is declined</li>
      <li><code>4000 0025 0000 3155</code> needs authentication</li>
      <li><code>4000 0000 0000 0341</code> is saved, and declined when it is charged</li>
    </ul></details>`,
  );
}

/** The bank's authentication page. The card's data is passed on in hidden fields. */
export function authenticationPage(entered: Entered): string {
  const hidden = (["card", "expiry", "cvc"] as const)
    .map((name) => `<input type="hidden" name="${name}" value="${escape(entered[name])}">`)
    .join("");
  return document(
    "Authentication",
    `<h1>3D Secure test page</h1>
    <p>The bank asks you to confirm that it's you.</p>
    <form method="post">${hidden}
      <button type="submit" name="authentication" value="complete">Complete authentication</button>
      <button type="submit" name="authentication" value="fail" class="plain">Fail authentication</button>
    </form>`,
  );
}

export const notePage = (title: string, text: string): string =>
  document(title, `<h1>${escape(title)}</h1><p>${escape(text)}</p>`);

const document = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} (Stripe stand-in)</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; color: #1a2327; background: #f5f7f7; margin: 0; }
  main { max-width: 26rem; margin: 2rem auto; padding: 1.5rem; background: #fff; border: 1px solid #d5dcdd; border-radius: 8px; }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
  label { display: block; margin-top: 1rem; font-weight: 600; }
  input { width: 100%; box-sizing: border-box; padding: .5rem .75rem; font: inherit; border: 1px solid #75868a; border-radius: 6px; }
  button { margin: 1.25rem 0 0; width: 100%; padding: .625rem; font: inherit; font-weight: 600; color: #fff; background: #0b5d63; border: 1px solid #0b5d63; border-radius: 6px; cursor: pointer; }
  button.plain { color: #0b5d63; background: #fff; }
  .refusal { color: #8f1d1d; border-left: 3px solid #8f1d1d; padding-left: .75rem; }
  details { margin-top: 1rem; }
</style></head><body><main>${body}</main></body></html>`;

export function sendPage(
  response: ServerResponse,
  status: number,
  html: string,
  session?: CheckoutSession,
): void {
  // Browsers also apply `form-action` to the address that a form is redirected to.
  const back = session?.success_url ? ` ${new URL(session.success_url).origin}` : "";
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${back}`,
    "cache-control": "no-store",
  });
  response.end(html);
}
