import { signInWithEmailAndPassword } from "firebase/auth";
import { useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useAuth, useUser } from "reactfire";
import { InlineLink } from "@/components/ui/text-link";
import type { LoginState } from "@/config/login-state";
import { paths } from "@/config/paths";
import { messages } from "@/lib/messages";
import { toastFailure } from "@/lib/toast";
import { AuthForm, Credentials } from "./auth-form";
import { identityErrorText } from "@/lib/identity-error";
import { authErrors, type AuthErrors } from "./validate";
import { useTypedEmail } from "./typed-email";

/** Sign-in with email and password. When signed in, opens the address that was asked for before, or Home. */
export function LoginPage() {
  const auth = useAuth();
  const { data: user } = useUser();
  const state = useLocation().state as LoginState;
  const [email, setEmail] = useTypedEmail();
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<AuthErrors>({});
  const [isPending, setIsPending] = useState(false);

  if (user) return <Navigate to={state?.returnTo ?? paths.home} replace />;

  const submit = async () => {
    const found = authErrors({ email, password }, false);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setIsPending(true);
    try {
      await signInWithEmailAndPassword(auth, email.trim(), password);
    } catch (error) {
      toastFailure(messages.auth.signInFailed, identityErrorText(error, messages.auth.signInHint));
      setErrors({ password: identityErrorText(error, messages.auth.signInHint) });
      setIsPending(false);
    }
  };

  return (
    <AuthForm
      title="Log in to Plumbline"
      text="See what broke since your last visit."
      footer={
        <>
          No account?{" "}
          <InlineLink to={paths.signup} state={state}>
            Get Started
          </InlineLink>
          <br />
          <InlineLink to={paths.forgotPassword} state={state}>
            Forgot your password?
          </InlineLink>
        </>
      }
      submitLabel="Log In"
      pendingLabel="Logging In..."
      isPending={isPending}
      errors={errors}
      onSubmit={submit}
    >
      <Credentials
        email={email}
        password={password}
        onEmail={setEmail}
        onPassword={setPassword}
        errors={errors}
      />
    </AuthForm>
  );
}
