import { Stack } from "@chakra-ui/react";
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/config/paths";
import { callApi } from "@/lib/api-client";
import { toastError } from "@/lib/toast";
import { AuthLayout } from "./auth-layout";

/** Asks for a link to choose a new password. The answer doesn't tell who has an account. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState("");
  const [isPending, setIsPending] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsPending(true);
    try {
      await callApi("sendPasswordReset", { body: { email } });
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
        text={`If ${email} has an account, a link to choose a new password is on its way.`}
      >
        <LinkButton to={paths.login} width="100%">
          Back to Log In
        </LinkButton>
      </AuthLayout>
    );
  return (
    <AuthLayout title="Forgot your password?" text="We'll email you a link to choose a new one.">
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="5">
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" variant="solid" size="md" width="100%" disabled={isPending}>
            {isPending ? "Sending..." : "Send link"}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
