import { createUserWithEmailAndPassword, updateProfile } from "firebase/auth";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router-dom";
import { useAuth, useUser } from "reactfire";
import { TextField } from "@/components/field";
import { InlineLink } from "@/components/text-link";
import { paths } from "@/config/paths";
import { messages } from "@/lib/messages";
import { toast } from "@/lib/toast";
import { AuthForm, Credentials } from "./auth-form";
import { createUserRecord } from "./create-user-record";
import { identityErrorText } from "./identity-error";

const minimumPasswordLength = 6;
/** Lets the toast appear before the page changes. */
const redirectDelayMs = 200;

/** Creates the account, names it, creates the record on our server, and goes on to the connections. */
export function SignupPage() {
  const auth = useAuth();
  const navigate = useNavigate();
  const { data: user } = useUser();
  const [displayName, setDisplayName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  // Signing up signs in: without this the redirect below would cut the sign-up off half way.
  const [isPending, setIsPending] = useState(false);

  if (user && !isPending) return <Navigate to={paths.home} replace />;

  const submit = async () => {
    setIsPending(true);
    try {
      const { user: created } = await createUserWithEmailAndPassword(auth, email, password);
      await updateProfile(created, { displayName: displayName.trim() });
      await createUserRecord(created);
      toast({ title: messages.auth.accountCreated, description: messages.auth.welcome });
      setTimeout(() => void navigate(paths.connections), redirectDelayMs);
    } catch (error) {
      toast({
        title: messages.auth.signUpFailed,
        description: identityErrorText(error, messages.auth.signUpHint),
        variant: "destructive",
      });
      setIsPending(false);
    }
  };

  return (
    <AuthForm
      title="Create your account"
      text="Your first run is free. No card."
      footer={
        <>
          Have an account? <InlineLink to={paths.login}>Log In</InlineLink>
        </>
      }
      submitLabel="Get Started"
      pendingLabel="Creating Account..."
      isPending={isPending}
      onSubmit={submit}
    >
      <TextField
        label="Full name"
        autoComplete="name"
        maxLength={200}
        value={displayName}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
      />
      <Credentials
        email={email}
        password={password}
        onEmail={setEmail}
        onPassword={setPassword}
        minimumLength={minimumPasswordLength}
      />
    </AuthForm>
  );
}
