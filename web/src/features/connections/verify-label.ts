/** The verify button's label; null for a verified connection, which has no such button. */
export function verifyLabel(status: string): string | null {
  if (status === "verified") return null;
  return status === "failed" ? "Retry Verification" : "Verify Connection";
}
