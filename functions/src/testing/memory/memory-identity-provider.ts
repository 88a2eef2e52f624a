import type { IdentityProvider } from "../../ports/identity-provider.js";

/** Makes codes that can be told apart; `known` are the addresses that somebody signed up with. */
export class MemoryIdentityProvider implements IdentityProvider {
  readonly known = new Set<string>();
  #codes = 0;

  async emailVerificationCode(): Promise<string> {
    return `verify-${++this.#codes}`;
  }

  async passwordResetCode(email: string): Promise<string | null> {
    return this.known.has(email) ? `reset-${++this.#codes}` : null;
  }
}
