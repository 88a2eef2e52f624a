import { applyActionCode, signOut } from "firebase/auth";
import { useState } from "react";
import { useAuth } from "reactfire";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/config/paths";
import { AuthLayout } from "./auth-layout";

/** Changes the account's address with the code sent to the new one. Takes a click: it ends all sessions. */
export function ConfirmNewEmail({ code }: { code: string }) {
  const auth = useAuth();
  const [state, setState] = useState<"asking" | "pending" | "done" | "failed">("asking");
  const confirm = async () => {
    setState("pending");
    try {
      await applyActionCode(auth, code);
      await signOut(auth);
      setState("done");
    } catch {
      setState("failed");
    }
  };
  if (state === "done")
    return (
      <AuthLayout title="Email address changed" text="Log in with your new address.">
        <LinkButton to={paths.login} variant="solid" width="100%">
          Log In
        </LinkButton>
      </AuthLayout>
    );
  if (state === "failed")
    return (
      <AuthLayout
        title="This link no longer works"
        text="Links work once and for a limited time. Change the address again in your profile."
      >
        <LinkButton to={paths.profile} variant="solid" width="100%">
          Open profile
        </LinkButton>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title="Confirm your new address"
      text="You'll be logged out everywhere, and API tokens you created stop working. From now on, log in with the new address."
    >
      <Button
        variant="solid"
        size="md"
        width="100%"
        disabled={state === "pending"}
        onClick={() => void confirm()}
      >
        {state === "pending" ? "Changing..." : "Change email address"}
      </Button>
    </AuthLayout>
  );
}
