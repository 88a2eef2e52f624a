import { Stack } from "@chakra-ui/react";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { AppDialog } from "@/components/ui/app-dialog";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { passwordErrorText } from "./prove-identity";

type PasswordDialogProps = {
  title: string;
  text: ReactNode;
  submitLabel: string;
  /** Rejects when the password is wrong; the reason is shown under the field. */
  onSubmit: (currentPassword: string) => Promise<void>;
  onClose: () => void;
  /** More fields after the current password. */
  children?: ReactNode;
};

/** Asks for the current password before something that a stolen session must not be enough for. */
export function PasswordDialog({
  title,
  text,
  submitLabel,
  onSubmit,
  onClose,
  children,
}: PasswordDialogProps) {
  const formId = useId();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
    <AppDialog
      isOpen
      onClose={onClose}
      size="sm"
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="solid" disabled={password === "" || isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <Stack gap="4">
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            error={error}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {children}
        </Stack>
      </form>
    </AppDialog>
  );
}
