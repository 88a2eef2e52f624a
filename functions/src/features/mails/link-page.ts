import { escapeHtml } from "./mail-text.js";

/** A page with a single action: a link, or a form that posts to the API. */
export const linkPage = (
  title: string,
  text: string,
  action: { label: string; url: string } | { label: string; post: string },
): string => `<!doctype html>
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
<body><main><h1>${title}</h1><p>${text}</p>${
  "url" in action
    ? `<a href="${escapeHtml(action.url)}">${action.label}</a>`
    : `<form method="post" action="${escapeHtml(action.post)}"><button type="submit">${action.label}</button></form>`
}</main></body>
</html>
`;
