import { useEffect, useState } from "react";
import { useAuth } from "reactfire";
import { PasswordDialog } from "@/features/settings/profile/password-dialog";
import { proveIdentity } from "@/features/settings/profile/prove-identity";
import { setLoginPrompt } from "@/lib/api-client";

type Answer = (hasLoggedIn: boolean) => void;

/**
 * Asks for the password when the server wants a recent login for something important. The request that was refused then
 * goes on.
 */
export function LoginAgainDialog() {
  const auth = useAuth();
  const [waiting, setWaiting] = useState<readonly Answer[]>([]);
  useEffect(
    () => setLoginPrompt(() => new Promise((answer) => setWaiting((others) => [...others, answer]))),
    [],
  );
  const answerAll = (hasLoggedIn: boolean) => {
    for (const answer of waiting) answer(hasLoggedIn);
    setWaiting([]);
  };
  if (waiting.length === 0) return null;
  return (
    <PasswordDialog
      title="Confirm it's you"
      text="You logged in more than 10 minutes ago. Enter your password to continue."
      submitLabel="Continue"
      onSubmit={async (password) => {
        await proveIdentity(auth, password);
        answerAll(true);
      }}
      onClose={() => answerAll(false)}
    />
  );
}
