import { useState, type ReactNode } from "react";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { identityErrorText } from "@/lib/identity-error";
import { EmailAuthProvider, reauthenticateWithCredential, type Auth } from "firebase/auth";

type PasswordDialogProps = {
  title: string;
  text: ReactNode;
  submitLabel: string;
  /** Rejects if the password is wrong; the reason is shown under the field. */
  onSubmit: (currentPassword: string) => Promise<void>;
  onClose: () => void;
  /** More fields after the current password. */
  children?: ReactNode;
};

/** Asks for the current password before an action that a stolen session must not be able to do. */
export function PasswordDialog({
  title,
  text,
  submitLabel,
  onSubmit,
  onClose,
  children,
}: PasswordDialogProps) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const submit = async () => {
    setError(undefined);
    setIsPending(true);
    try {
      await onSubmit(password);
      onClose();
    } catch (cause) {
      setError(passwordErrorText(cause));
      setIsPending(false);
    }
  };
  return (
    <FormDialog
      title={title}
      description={text}
      submitLabel={submitLabel}
      canSubmit={password !== "" && !isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={error}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {children}
    </FormDialog>
  );
}

/** Signs the user in again with their password, so that the next token has a recent sign-in time. */
export async function proveIdentity({ currentUser }: Auth, password: string): Promise<void> {
  if (!currentUser?.email) throw new Error("Nobody is signed in.");
  await reauthenticateWithCredential(currentUser, EmailAuthProvider.credential(currentUser.email, password));
}

/** The error text for the password field. */
function passwordErrorText(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "auth/invalid-credential" || code === "auth/wrong-password"
    ? "The password is incorrect."
    : identityErrorText(error, "Please try again.");
}
