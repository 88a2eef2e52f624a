import { useSearchParams, useNavigate } from "react-router-dom";
import { paths } from "@/config/paths";
import { AcceptInvitation } from "./accept-invitation";
import { applyActionCode, signOut, confirmPasswordReset } from "firebase/auth";
import { useState } from "react";
import { useAuth } from "reactfire";
import { Button, LinkButton } from "@/components/ui/button";
import { InlineLink } from "@/components/ui/text-link";
import { toast } from "@/lib/toast";
import { AuthForm, PasswordField, AuthLayout } from "./auth-form";
import { minimumPasswordLength, newPasswordError, type AuthErrors } from "./validate";
import { useQuery } from "@tanstack/react-query";
import { isUnreachable, unreachableText } from "@/lib/identity-error";
import { announceChange } from "@/lib/query-client";

/** The page that links in our emails open. Opening it does nothing by itself, except verify an address. */
export function ActionPage() {
  const [search] = useSearchParams();
  const code = search.get("oobCode") ?? "";
  const token = search.get("token") ?? "";
  switch (search.get("mode")) {
    case "verifyEmail":
      return <VerifyEmail code={code} />;
    case "resetPassword":
      return <ResetPassword code={code} />;
    case "verifyAndChangeEmail":
      return <ConfirmNewEmail code={code} />;
    case "acceptInvitation":
      return <AcceptInvitation token={token} />;
    default:
      return (
        <AuthLayout title="This link is incomplete" text="Open it again from the email.">
          <LinkButton to={paths.home} width="100%">
            Go to Plumbline
          </LinkButton>
        </AuthLayout>
      );
  }
}

const buttonLabels = { asking: "Change email address", pending: "Changing...", unreachable: "Try again" };

/** Changes the account's address with the code sent to the new one. Takes a click: it ends all sessions. */
function ConfirmNewEmail({ code }: { code: string }) {
  const auth = useAuth();
  const [state, setState] = useState<"asking" | "pending" | "done" | "failed" | "unreachable">("asking");
  const confirm = async () => {
    setState("pending");
    try {
      await applyActionCode(auth, code);
    } catch (error) {
      setState(isUnreachable(error) ? "unreachable" : "failed");
      return;
    }
    await signOut(auth).catch(() => undefined);
    setState("done");
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
      title={state === "unreachable" ? "Your address hasn't changed yet" : "Confirm your new address"}
      text={
        state === "unreachable"
          ? unreachableText
          : "You'll be logged out everywhere, and API tokens you created stop working. From now on, log in with the new address."
      }
    >
      <Button
        variant="solid"
        size="md"
        width="100%"
        disabled={state === "pending"}
        onClick={() => void confirm()}
      >
        {buttonLabels[state]}
      </Button>
    </AuthLayout>
  );
}

/** Sets a new password with the code from a reset email. */
function ResetPassword({ code }: { code: string }) {
  const auth = useAuth();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<AuthErrors>({});
  const [isPending, setIsPending] = useState(false);
  const submit = async () => {
    const error = newPasswordError(password);
    setErrors(error ? { password: error } : {});
    if (error) return;
    setIsPending(true);
    try {
      await confirmPasswordReset(auth, code, password);
      toast({ title: "Password changed", description: "Log in with your new password." });
      void navigate(paths.login);
    } catch (error) {
      setErrors({
        password: isUnreachable(error)
          ? unreachableText
          : "This link no longer works, or the password is too weak.",
      });
      setIsPending(false);
    }
  };
  return (
    <AuthForm
      title="Choose a new password"
      footer={<InlineLink to={paths.forgotPassword}>Send a new link</InlineLink>}
      submitLabel="Save password"
      pendingLabel="Saving..."
      isPending={isPending}
      errors={errors}
      onSubmit={submit}
    >
      <PasswordField
        label="New password"
        value={password}
        error={errors.password}
        minimumLength={minimumPasswordLength}
        onValue={setPassword}
      />
    </AuthForm>
  );
}

/** Redeems the code from a verification email. */
function VerifyEmail({ code }: { code: string }) {
  const auth = useAuth();
  const verified = useQuery({
    queryKey: ["verify-email", code],
    queryFn: async () => {
      await applyActionCode(auth, code);
      // So that the next request's token says that the email is verified. It is, even if this fails.
      await auth.currentUser
        ?.reload()
        .then(() => auth.currentUser?.getIdToken(true))
        .catch(() => undefined);
      announceChange();
      return true;
    },
    // A code works once.
    enabled: ({ state }) => state.data === undefined,
  });
  if (!verified.data && verified.isFetching) return <AuthLayout title="Verifying your email..." />;
  if (isUnreachable(verified.error))
    return (
      <AuthLayout title="Your email isn't verified yet" text={unreachableText}>
        <Button variant="solid" size="md" width="100%" onClick={() => void verified.refetch()}>
          Try again
        </Button>
      </AuthLayout>
    );
  if (!verified.data)
    return (
      <AuthLayout
        title="This link no longer works"
        text="Links work once and for a limited time. Log in and request a new one in the banner at the top."
      >
        <LinkButton to={paths.home} variant="solid" width="100%">
          Go to Plumbline
        </LinkButton>
      </AuthLayout>
    );
  return (
    <AuthLayout title="Email verified" text="Plumbline can now email you about findings.">
      <LinkButton to={paths.home} variant="solid" width="100%">
        Continue
      </LinkButton>
    </AuthLayout>
  );
}
