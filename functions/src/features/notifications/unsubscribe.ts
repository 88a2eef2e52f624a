import { isAppError } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { escapeHtml } from "./mail-text.js";
import { subscriptionOfToken } from "./unsubscribe-token.js";

type Deps = Pick<Dependencies, "workspaces" | "settings">;

/**
 * Turns off the notifications that the token was made for; safe to repeat, and quiet about members who are gone.
 * @returns the page to show
 * @throws AppError `invalid-unsubscribe-token`
 */
export async function unsubscribe({ workspaces, settings }: Deps, token: string): Promise<string> {
  const { workspaceId, uid } = subscriptionOfToken(settings.unsubscribeKey, token);
  try {
    await workspaces.setEmailNotifications(workspaceId, uid, false);
  } catch (error) {
    if (!isAppError(error, "not-found")) throw error;
  }
  return page(
    "You are unsubscribed",
    "Plumbline won't email you about your checks any more. You can turn emails back on in Settings.",
    `<a href="${escapeHtml(settings.appUrl)}/settings">Open Settings</a>`,
  );
}

/**
 * The page that a mail's link opens: it asks, since programs that look into mails follow links too.
 * @throws AppError `invalid-unsubscribe-token`
 */
export function unsubscribePage({ settings }: Pick<Deps, "settings">, token: string): string {
  subscriptionOfToken(settings.unsubscribeKey, token);
  return page(
    "Stop emails from Plumbline?",
    "You'll no longer get emails about findings and failed runs. Your checks keep running.",
    `<form method="post" action="/api/v1/unsubscribe?token=${encodeURIComponent(token)}"><button type="submit">Unsubscribe</button></form>`,
  );
}

const page = (title: string, text: string, action: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Plumbline</title>
<style>
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:#f7f8f8;color:#15201f}
main{max-width:28rem;margin:1rem;padding:2rem;background:#fff;border:1px solid #dfe4e3;border-radius:8px}
h1{margin:0 0 .5rem;font-size:1.25rem}p{margin:0 0 1.5rem}
button,a{display:inline-block;padding:.5rem 1rem;border:0;border-radius:6px;background:#0b6b63;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid #0b6b63;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#0f1514;color:#e8eeed}main{background:#161e1d;border-color:#2a3433}}
</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p>${action}</main></body>
</html>
`;
