import { signInWithEmailAndPassword } from "firebase/auth";
import { useState } from "react";
import { Navigate } from "react-router-dom";
import { useAuth, useUser } from "reactfire";
import { InlineLink } from "@/components/text-link";
import { paths } from "@/config/paths";
import { messages } from "@/lib/messages";
import { toast } from "@/lib/toast";
import { AuthForm, Credentials } from "./auth-form";
import { identityErrorText } from "./identity-error";

/** Sign-in with e-mail and password; whoever is signed in goes home. */
export function LoginPage() {
  const auth = useAuth();
  const { data: user } = useUser();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isPending, setIsPending] = useState(false);

  if (user) return <Navigate to={paths.home} replace />;

  const submit = async () => {
    setIsPending(true);
    try {
      await signInWithEmailAndPassword(auth, email, password);
    } catch (error) {
      toast({
        title: messages.auth.signInFailed,
        description: identityErrorText(error, messages.auth.signInHint),
        variant: "destructive",
      });
      setIsPending(false);
    }
  };

  return (
    <AuthForm
      title="Log in to Plumbline"
      text="See what broke since your last visit."
      footer={
        <>
          No account? <InlineLink to={paths.signup}>Get Started</InlineLink>
        </>
      }
      submitLabel="Log In"
      pendingLabel="Logging In..."
      isPending={isPending}
      onSubmit={submit}
    >
      <Credentials email={email} password={password} onEmail={setEmail} onPassword={setPassword} />
    </AuthForm>
  );
}
