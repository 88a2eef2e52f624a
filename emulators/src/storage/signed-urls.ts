import { createHash, createPublicKey, verify, type KeyObject } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { StorageError } from "./errors.js";

export interface Signer {
  readonly client_email: string;
  /** PEM, RSA. */
  readonly private_key: string;
}

export type SignatureCheck = (request: IncomingMessage, url: URL) => void;

const algorithm = "GOOG4-RSA-SHA256";
const longestLifeSeconds = 7 * 24 * 3600;
const allowedClockSkewMs = 15 * 60 * 1000;

/**
 * Verifies V4 signed URLs with the signers' public keys: algorithm, signer, lifetime and RSA signature over
 * the canonical request, as documented under "V4 signing process" of Cloud Storage. The check throws
 * StorageError 400 (expired, malformed) or 403 (unsigned, tampered, unknown signer).
 */
export function signatureCheck(signers: readonly Signer[], now: () => number): SignatureCheck {
  const keys = new Map<string, KeyObject>(
    signers.map((signer) => [signer.client_email, createPublicKey(signer.private_key)]),
  );
  return (request, url) => {
    const query = url.searchParams;
    if (query.get("X-Goog-Algorithm") !== algorithm) {
      throw refused("Anonymous caller does not have storage.objects access to the object.");
    }
    const [email = "", ...scope] = (query.get("X-Goog-Credential") ?? "").split("/");
    const key = keys.get(email);
    if (!key) throw refused(`Unknown signer ${email}.`);
    const date = query.get("X-Goog-Date") ?? "";
    checkLife(date, Number(query.get("X-Goog-Expires")), now());
    const hash = createHash("sha256").update(canonicalRequest(request, url)).digest("hex");
    const signed = Buffer.from([algorithm, date, scope.join("/"), hash].join("\n"));
    const signature = Buffer.from(query.get("X-Goog-Signature") ?? "", "hex");
    if (!verify("RSA-SHA256", signed, key, signature)) throw refused("SignatureDoesNotMatch");
  };
}

function checkLife(date: string, seconds: number, now: number): void {
  const start = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(seconds > 0 && seconds <= longestLifeSeconds) || Number.isNaN(start)) {
    throw new StorageError(400, "Invalid X-Goog-Expires or X-Goog-Date.", "invalid");
  }
  if (now > start + seconds * 1000) {
    throw new StorageError(400, "ExpiredToken: the signed URL has expired.", "expired");
  }
  if (start > now + allowedClockSkewMs) throw refused("The request time lies in the future.");
}

function canonicalRequest(request: IncomingMessage, url: URL): string {
  const headers = (url.searchParams.get("X-Goog-SignedHeaders") ?? "").split(";");
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Goog-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const lines = headers.map((name) => `${name}:${headerValue(request, url, name)}`);
  const payload = request.headers["x-goog-content-sha256"] ?? "UNSIGNED-PAYLOAD";
  return [request.method, url.pathname, query.join("&"), ...lines, "", headers.join(";"), payload].join("\n");
}

/** The official client signs the host name without its port. */
function headerValue(request: IncomingMessage, url: URL, name: string): string {
  const value = name === "host" ? url.hostname : String(request.headers[name] ?? "");
  return value.trim().replace(/\s+/g, " ");
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const refused = (message: string) => new StorageError(403, message, "forbidden");
