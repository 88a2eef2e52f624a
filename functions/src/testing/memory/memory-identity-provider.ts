import type { IdentityProvider } from "../../ports/identity-provider.js";

/** Generates distinct codes. `known` contains the addresses that somebody signed up with. */
export class MemoryIdentityProvider implements IdentityProvider {
  readonly known = new Set<string>();
  readonly names = new Map<string, string>();
  readonly revoked: string[] = [];
  readonly deleted = new Set<string>();
  readonly disabled = new Set<string>();
  #codes = 0;

  async emailVerificationCode(): Promise<string> {
    return `verify-${++this.#codes}`;
  }

  async passwordResetCode(email: string): Promise<string | null> {
    return this.known.has(email) ? `reset-${++this.#codes}` : null;
  }

  async emailChangeCode(_email: string, newEmail: string): Promise<string | null> {
    return this.known.has(newEmail) ? null : `change-${++this.#codes}`;
  }

  async setDisplayName(uid: string, displayName: string): Promise<void> {
    this.names.set(uid, displayName);
  }

  async activeOf(uids: readonly string[]): Promise<Set<string>> {
    return new Set(uids.filter((uid) => !this.deleted.has(uid) && !this.disabled.has(uid)));
  }

  async revokeSessions(uid: string): Promise<void> {
    this.revoked.push(uid);
  }

  async deleteUser(uid: string): Promise<void> {
    this.deleted.add(uid);
  }
}
