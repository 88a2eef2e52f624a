import type { RequestHandler } from "express";

/** Headers for data: never cached, framed, sniffed or executed. Hosting adds no headers of its own below `/api`. */
export const securityHeaders: RequestHandler = (_req, res, next) => {
  // The functions runtime sets it before this application is called.
  res.removeHeader("X-Powered-By");
  res.set({
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  });
  next();
};
