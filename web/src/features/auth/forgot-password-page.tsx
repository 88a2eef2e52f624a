import { useState } from "react";
import { useLocation } from "react-router-dom";
import { TextField } from "@/components/ui/field";
import { LinkButton } from "@/components/ui/button";
import { InlineLink } from "@/components/ui/text-link";
import type { LoginState } from "@/config/login-state";
import { paths } from "@/config/paths";
import { callApi } from "@/lib/api-client";
import { toastError } from "@/lib/toast";
import { AuthForm, AuthLayout } from "./auth-form";
import { emailError, type AuthErrors } from "./validate";
import { useTypedEmail } from "./typed-email";

/** Requests a link to choose a new password. The response doesn't reveal who has an account. */
export function ForgotPasswordPage() {
  const state = useLocation().state as LoginState;
  const [email, setEmail] = useTypedEmail();
  const [errors, setErrors] = useState<AuthErrors>({});
  const [isPending, setIsPending] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const submit = async () => {
    const error = emailError(email);
    setErrors(error ? { email: error } : {});
    if (error) return;
    setIsPending(true);
    try {
      await callApi("sendPasswordReset", { body: { email: email.trim() } });
      setIsSent(true);
    } catch (error) {
      toastError(error, "Unable to send the email");
      setIsPending(false);
    }
  };
  if (isSent)
    return (
      <AuthLayout
        title="Check your email"
        text={`If ${email.trim()} has an account, a link to choose a new password is on its way.`}
      >
        <LinkButton to={paths.login} state={state} width="100%">
          Back to Log In
        </LinkButton>
      </AuthLayout>
    );
  return (
    <AuthForm
      title="Forgot your password?"
      text="We'll email you a link to choose a new one."
      footer={
        <InlineLink to={paths.login} state={state}>
          Back to Log In
        </InlineLink>
      }
      submitLabel="Send link"
      pendingLabel="Sending..."
      isPending={isPending}
      errors={errors}
      onSubmit={submit}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </AuthForm>
  );
}
