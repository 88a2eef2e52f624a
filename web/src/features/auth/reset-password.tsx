import { Stack } from "@chakra-ui/react";
import { confirmPasswordReset } from "firebase/auth";
import { useState, type FormEvent } from "react";
import { useNavigate } from "react-router-dom";
import { useAuth } from "reactfire";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { InlineLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { toast } from "@/lib/toast";
import { AuthLayout } from "./auth-layout";

const minimumPasswordLength = 6;

/** Sets a new password with the code of a reset email. */
export function ResetPassword({ code }: { code: string }) {
  const auth = useAuth();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const [isPending, setIsPending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsPending(true);
    setHasFailed(false);
    try {
      await confirmPasswordReset(auth, code, password);
      toast({ title: "Password changed", description: "Log in with your new password." });
      void navigate(paths.login);
    } catch {
      setHasFailed(true);
      setIsPending(false);
    }
  };
  return (
    <AuthLayout title="Choose a new password">
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="5">
          <TextField
            label="New password"
            type="password"
            autoComplete="new-password"
            minLength={minimumPasswordLength}
            help={`At least ${minimumPasswordLength} characters.`}
            error={hasFailed ? "This link no longer works, or the password is too weak." : undefined}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" variant="solid" size="md" width="100%" disabled={isPending}>
            {isPending ? "Saving..." : "Save password"}
          </Button>
          {hasFailed && <InlineLink to={paths.forgotPassword}>Send a new link</InlineLink>}
        </Stack>
      </form>
    </AuthLayout>
  );
}
