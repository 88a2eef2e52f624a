import { Stack } from "@chakra-ui/react";
import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/button";
import { TextField } from "@/components/field";
import { AuthLayout } from "./auth-layout";

type AuthFormProps = {
  title: string;
  text: string;
  /** The way to the other form. */
  footer: ReactNode;
  children: ReactNode;
  submitLabel: string;
  pendingLabel: string;
  isPending: boolean;
  onSubmit: () => Promise<void>;
};

/** Log-in and sign-up: fields over one wide button, in the column under the line. */
export function AuthForm({
  children,
  submitLabel,
  pendingLabel,
  isPending,
  onSubmit,
  ...page
}: AuthFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onSubmit();
  };
  return (
    <AuthLayout {...page}>
      <form onSubmit={submit}>
        <Stack gap="5">
          {children}
          <Button type="submit" variant="solid" size="md" width="100%" disabled={isPending}>
            {isPending ? pendingLabel : submitLabel}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}

type CredentialsProps = {
  email: string;
  password: string;
  onEmail: (email: string) => void;
  onPassword: (password: string) => void;
  /** Set where the password is chosen, not asked for. */
  minimumLength?: number;
};

/** The two fields both forms have. */
export const Credentials = ({ email, password, onEmail, onPassword, minimumLength }: CredentialsProps) => (
  <>
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      value={email}
      onChange={(event) => onEmail(event.currentTarget.value)}
    />
    <TextField
      label="Password"
      type="password"
      autoComplete={minimumLength ? "new-password" : "current-password"}
      minLength={minimumLength}
      help={minimumLength && `At least ${minimumLength} characters.`}
      value={password}
      onChange={(event) => onPassword(event.currentTarget.value)}
    />
  </>
);
