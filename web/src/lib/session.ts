import type { Auth } from "firebase/auth";
import { messages } from "./messages";
import { toast } from "./toast";

export type Session = {
  /** The signed-in user's ID token, refreshed when it is about to expire; null when signed out. */
  idToken: () => Promise<string | null>;
  /** Asks the identity provider whether the session still holds; for when the server refused its token. */
  check: () => Promise<void>;
};

/**
 * The session of whoever is signed in. When the provider says at a refresh that the account is disabled or the session
 * has ended, the SDK signs out; this says so to the person, who would otherwise stand before a log-in without a reason.
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
