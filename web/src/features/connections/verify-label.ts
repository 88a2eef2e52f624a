/** What the button that verifies says; null for a verified connection, which has none. */
export function verifyLabel(status: string): string | null {
  if (status === "verified") return null;
  return status === "failed" ? "Retry Verification" : "Verify Connection";
}
