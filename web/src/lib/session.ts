import type { Auth } from "firebase/auth";
import { toastFailure } from "./toast";
import { messages } from "./messages";
import type { TokenSource } from "./token-source";

/** Shows why the login page appears, if the provider's refusal has made the SDK sign out. */
export function tellIfEnded(auth: Auth): void {
  if (auth.currentUser) return;
  toastFailure(messages.auth.sessionEnded, messages.auth.sessionEndedHint);
}

/**
 * The signed-in user's session. If the provider reports at a token refresh that the account is disabled or the session
 * has ended, the SDK signs out; this shows a toast with the reason.
 */
export function createSession(auth: Auth): TokenSource {
  let checking: Promise<void> | null = null;
  let renewal: Promise<void> | null = null;

  const tokenOf = async (isForced: boolean): Promise<string | null> => {
    const user = auth.currentUser;
    if (!user) return null;
    try {
      return await user.getIdToken(isForced);
    } catch (error) {
      tellIfEnded(auth);
      throw error;
    }
  };

  /** Refreshes the token, which signs out if the session has ended. */
  const check = () =>
    (checking ??= tokenOf(true)
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => (checking = null)));

  return {
    idToken: () => tokenOf(false),
    isReplaced: async (token, mayWait) => {
      if (renewal && !mayWait) return false;
      await renewal;
      const current = await tokenOf(false).catch(() => null);
      if (current !== null && current !== token) return true;
      void check();
      return false;
    },
    renew: async (action) => {
      await checking;
      const running = action();
      // Waiters only need to know that it is over, not whether it failed.
      renewal = running.catch(() => undefined).finally(() => (renewal = null));
      await running;
    },
  };
}
