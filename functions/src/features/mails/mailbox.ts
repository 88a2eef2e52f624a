/**
 * One address for all that reach the same mailbox, so that nobody gets more emails by having many: `name+tag@` is `name@`,
 * and Gmail ignores dots.
 */
export function mailboxOf(email: string): string {
  const [, name, domain] = /^([^+@]+)(?:\+[^@]*)?@(.+)$/.exec(email.trim().toLowerCase()) ?? [];
  if (name === undefined || domain === undefined) return email;
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${domain}`;
}
