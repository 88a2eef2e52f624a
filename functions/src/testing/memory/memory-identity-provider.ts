import type { Clock } from "../../common/clock.js";
import { secondMs } from "../../common/time.js";
import type { ActiveIdentity, IdentityProvider, NewAccount } from "../../ports/identity-provider.js";

/** Generates distinct codes. `known` contains the addresses that somebody signed up with. */
export class MemoryIdentityProvider implements IdentityProvider {
  readonly known = new Set<string>();
  readonly names = new Map<string, string>();
  readonly revoked: string[] = [];
  readonly deleted = new Set<string>();
  readonly disabled = new Set<string>();
  readonly unverified = new Set<string>();
  readonly credentialsSince = new Map<string, Date>();
  #codes = 0;

  constructor(private readonly clock: Clock) {}

  async emailVerificationCode(): Promise<string> {
    return `verify-${++this.#codes}`;
  }

  async passwordResetCode(email: string): Promise<string | null> {
    return this.known.has(email) ? `reset-${++this.#codes}` : null;
  }

  async emailChangeCode(_email: string, newEmail: string): Promise<string | null> {
    return this.known.has(newEmail) ? null : `change-${++this.#codes}`;
  }

  async hasAccount(email: string): Promise<boolean> {
    return this.known.has(email);
  }

  async hasVerified(email: string): Promise<boolean> {
    return this.known.has(email) && !this.unverified.has(email);
  }

  async createVerifiedAccount({ email, displayName }: NewAccount): Promise<string | null> {
    if (this.known.has(email)) return null;
    const uid = email.split("@")[0]!;
    this.known.add(email);
    this.names.set(uid, displayName);
    return uid;
  }

  async setDisplayName(uid: string, displayName: string): Promise<void> {
    this.names.set(uid, displayName);
  }

  async activeOf(uids: readonly string[]): Promise<Map<string, ActiveIdentity>> {
    const active = uids.filter((uid) => !this.deleted.has(uid) && !this.disabled.has(uid));
    return new Map(
      active.map((uid) => [
        uid,
        {
          isEmailVerified: !this.unverified.has(uid),
          credentialsSince: this.credentialsSince.get(uid) ?? new Date(0),
        },
      ]),
    );
  }

  async revokeSessions(uid: string): Promise<void> {
    this.revoked.push(uid);
    this.changeCredentials(uid);
  }

  /** What a password reset does, which the web app asks the provider for directly. */
  changeCredentials(uid: string): void {
    this.credentialsSince.set(uid, new Date(Math.floor(this.clock.now().getTime() / secondMs) * secondMs));
  }

  async deleteUser(uid: string): Promise<void> {
    this.deleted.add(uid);
  }
}
