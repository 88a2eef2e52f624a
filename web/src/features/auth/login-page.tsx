import { Stack } from "@chakra-ui/react";
import { signInWithEmailAndPassword } from "firebase/auth";
import { useState, type FormEvent } from "react";
import { Navigate } from "react-router-dom";
import { useAuth, useUser } from "reactfire";
import { Button } from "@/components/button";
import { TextField } from "@/components/field";
import { InlineLink } from "@/components/text-link";
import { paths } from "@/config/paths";
import { messages } from "@/lib/messages";
import { toast } from "@/lib/toast";
import { AuthLayout } from "./auth-layout";
import { identityErrorText } from "./identity-error";

/** Sign-in with e-mail and password; whoever is signed in goes home. */
export function LoginPage() {
  const auth = useAuth();
  const { data: user } = useUser();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isPending, setIsPending] = useState(false);

  if (user) return <Navigate to={paths.home} replace />;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
    <AuthLayout
      title="Log in to Plumbline"
      text="See what broke since your last visit."
      footer={
        <>
          No account? <InlineLink to={paths.signup}>Get Started</InlineLink>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="5">
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" variant="solid" size="md" width="100%" disabled={isPending}>
            {isPending ? "Logging In..." : "Log In"}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
