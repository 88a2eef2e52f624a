import type { Auth } from "firebase/auth";
import { messages } from "./messages";
import { toast } from "./toast";

export type Session = {
  /** The signed-in user's ID token, refreshed when it is about to expire; null when signed out. */
  idToken: () => Promise<string | null>;
  /** Refreshes the token; called when the server refused it, to find out whether the session is still valid. */
  check: () => Promise<void>;
};

/**
 * The signed-in user's session. If the provider reports at a token refresh that the account is disabled or the session
 * has ended, the SDK signs out; this shows a toast with the reason.
 */
export function createSession(auth: Auth): Session {
  let checking: Promise<void> | null = null;

  const tokenOf = async (isForced: boolean): Promise<string | null> => {
    const user = auth.currentUser;
    if (!user) return null;
    try {
      return await user.getIdToken(isForced);
    } catch (error) {
      if (!auth.currentUser)
        toast({
          title: messages.auth.sessionEnded,
          description: messages.auth.sessionEndedHint,
          variant: "destructive",
        });
      throw error;
    }
  };

  return {
    idToken: () => tokenOf(false),
    check: () =>
      (checking ??= tokenOf(true)
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => (checking = null))),
  };
}
