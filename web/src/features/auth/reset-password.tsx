import { confirmPasswordReset } from "firebase/auth";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useAuth } from "reactfire";
import { InlineLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { toast } from "@/lib/toast";
import { AuthForm, PasswordField } from "./auth-form";
import { minimumPasswordLength, newPasswordError, type AuthErrors } from "./validate";

/** Sets a new password with the code from a reset email. */
export function ResetPassword({ code }: { code: string }) {
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
    } catch {
      setErrors({ password: "This link no longer works, or the password is too weak." });
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
