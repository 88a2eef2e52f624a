import { Box } from "@chakra-ui/react";
import { createUserWithEmailAndPassword, updateProfile, type User } from "firebase/auth";
import { useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { useAuth, useUser } from "reactfire";
import { TextField } from "@/components/ui/field";
import { InlineLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { messages } from "@/lib/messages";
import { toast, toastFailure } from "@/lib/toast";
import { AuthForm, Credentials, TermsLine } from "./auth-form";
import { identityErrorField, identityErrorText } from "@/lib/identity-error";
import { authErrors, minimumPasswordLength, type AuthErrors } from "./validate";
import { useTypedEmail } from "./typed-email";
import { callApi } from "@/lib/api-client";

/** Gives the toast time to appear before the page changes. */
const redirectDelayMs = 200;

/** Creates the account at the identity provider and the user record on our server, then opens Connections. */
export function SignupPage() {
  const auth = useAuth();
  const navigate = useNavigate();
  const { data: user } = useUser();
  const state: unknown = useLocation().state;
  const [displayName, setDisplayName] = useState("");
  const [email, setEmail] = useTypedEmail();
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<AuthErrors>({});
  // Creating an account also signs in; without this flag the redirect below would interrupt the sign-up.
  const [isPending, setIsPending] = useState(false);

  if (user && !isPending) return <Navigate to={paths.home} replace />;

  const submit = async () => {
    const found = authErrors({ displayName, email, password }, true);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setIsPending(true);
    let created: User;
    try {
      ({ user: created } = await createUserWithEmailAndPassword(auth, email.trim(), password));
    } catch (error) {
      const text = identityErrorText(error, messages.auth.signUpHint);
      toastFailure(messages.auth.signUpFailed, text);
      setErrors({ [identityErrorField(error)]: text });
      setIsPending(false);
      return;
    }
    // From here on the account exists and is signed in, whatever else fails.
    try {
      await updateProfile(created, { displayName: displayName.trim() });
    } catch {
      // The record below has the name.
    }
    try {
      await createUserRecord(created, displayName.trim());
      toast({ title: messages.auth.accountCreated, description: messages.auth.welcome });
    } catch {
      toastFailure(
        messages.auth.accountCreated,
        `${messages.createUserFailed}. ${messages.auth.recordComesLater}`,
      );
    }
    setTimeout(() => void navigate(paths.connections), redirectDelayMs);
  };

  return (
    <AuthForm
      title="Create your account"
      text="Your first run is free. No card needed."
      footer={
        <>
          Have an account?{" "}
          <InlineLink to={paths.login} state={state}>
            Log In
          </InlineLink>
          <Box textStyle="small" mt="4">
            <TermsLine by="creating an account" />
          </Box>
        </>
      }
      submitLabel="Get Started"
      pendingLabel="Creating Account..."
      isPending={isPending}
      errors={errors}
      onSubmit={submit}
    >
      <TextField
        label="Full name"
        autoComplete="name"
        maxLength={200}
        value={displayName}
        error={errors.displayName}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
      />
      <Credentials
        email={email}
        password={password}
        onEmail={setEmail}
        onPassword={setPassword}
        errors={errors}
        minimumLength={minimumPasswordLength}
      />
    </AuthForm>
  );
}

const attempts = 3;

/**
 * Creates the user record on the product's server, in up to 3 attempts. The name defaults to the identity's,
 * else the part of the email before the @.
 * @throws Error 'Failed to create user record'
 */
async function createUserRecord(
  user: Pick<User, "uid" | "email" | "displayName">,
  name: string = user.displayName ?? "",
): Promise<void> {
  const email = user.email ?? "";
  const displayName = name || email.split("@")[0] || undefined;
  for (let attempt = 1; ; attempt++)
    try {
      await callApi("createUser", { body: { email, displayName, firebaseUid: user.uid } });
      return;
    } catch (cause) {
      if (attempt === attempts) throw new Error(messages.createUserFailed, { cause });
    }
}
