import { Stack, Box, Flex, Heading } from "@chakra-ui/react";
import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { InlineLink } from "@/components/ui/text-link";
import { DocumentTitle } from "@/components/layout/page";
import { PlumbLine } from "@/components/layout/plumb-line";
import { paths } from "@/config/paths";
import type { AuthErrors } from "./validate";

export type AuthFormProps = {
  title: string;
  text?: string;
  /** A link to another form. */
  footer?: ReactNode;
  children: ReactNode;
  submitLabel: string;
  pendingLabel: string;
  isPending: boolean;
  /** A new object after each failed attempt; its first field gets the focus. */
  errors?: AuthErrors;
  onSubmit: () => Promise<void>;
};

/** Login, sign-up and password forms: fields above one wide button, in the `AuthLayout` column. */
export function AuthForm({
  children,
  submitLabel,
  pendingLabel,
  isPending,
  errors,
  onSubmit,
  ...page
}: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [errors]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onSubmit();
  };
  return (
    <AuthLayout {...page}>
      <form ref={form} onSubmit={submit} noValidate>
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
  errors: AuthErrors;
  /** Set where a new password is chosen. */
  minimumLength?: number;
};

/** The two fields that both forms share. */
export const Credentials = ({
  email,
  password,
  onEmail,
  onPassword,
  errors,
  minimumLength,
}: CredentialsProps) => (
  <>
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      value={email}
      error={errors.email}
      onChange={(event) => onEmail(event.currentTarget.value)}
    />
    <PasswordField
      value={password}
      error={errors.password}
      minimumLength={minimumLength}
      onValue={onPassword}
    />
  </>
);

type PasswordFieldProps = {
  label?: string;
  value: string;
  error: string | undefined;
  /** Set where a new password is chosen. */
  minimumLength?: number | undefined;
  onValue: (value: string) => void;
};

export const PasswordField = ({
  label = "Password",
  minimumLength,
  onValue,
  ...field
}: PasswordFieldProps) => (
  <TextField
    label={label}
    type="password"
    autoComplete={minimumLength ? "new-password" : "current-password"}
    minLength={minimumLength}
    help={minimumLength && `At least ${minimumLength} characters.`}
    onChange={(event) => onValue(event.currentTarget.value)}
    {...field}
  />
);

/** @param by what a person does, such as "creating an account" */
export const TermsLine = ({ by }: { by: string }) => (
  <>
    By {by}, you agree to the <InlineLink to={paths.terms}>Terms</InlineLink> and the{" "}
    <InlineLink to={paths.privacy}>Privacy notice</InlineLink>.
  </>
);

type AuthLayoutProps = { title: string; text?: ReactNode; children?: ReactNode; footer?: ReactNode };

/** A 344 px column under the plumb line below the navigation bar. */
export const AuthLayout = ({ title, text, children, footer }: AuthLayoutProps) => (
  <Flex direction="column" align="center" flex="1" bg="bg.panel" px="4" pb="16">
    <DocumentTitle title={title} />
    <PlumbLine length={104} fades />
    <Heading as="h1" textStyle="pageTitle" mt="5" textAlign="center">
      {title}
    </Heading>
    {text && (
      <Box color="fg.muted" mt="1" textAlign="center" maxW="420px">
        {text}
      </Box>
    )}
    <Box width="100%" maxW="344px" mt="7">
      {children}
      {footer && (
        // Lines high enough for fingers: each may have a link.
        <Box textAlign="center" color="fg.muted" mt="5" lineHeight="26px">
          {footer}
        </Box>
      )}
    </Box>
  </Flex>
);
