import { useQueryClient } from "@tanstack/react-query";
import { signInWithEmailAndPassword } from "firebase/auth";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { useAuth } from "reactfire";
import type { InvitationPreview, Workspace } from "@contract/workspaces";
import { Button, type ButtonProps } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { InlineLink } from "@/components/ui/text-link";
import type { LoginState } from "@/config/login-state";
import { paths } from "@/config/paths";
import { useOpenWorkspace } from "@/data/use-current-workspace";
import { callApi } from "@/lib/api-client";
import { errorText } from "@/lib/api-error";
import { identityErrorText } from "@/lib/identity-error";
import { messages } from "@/lib/messages";
import { toast, toastFailure } from "@/lib/toast";
import { AuthForm, type AuthFormProps, PasswordField, TermsLine } from "./auth-form";
import { InvitationCard } from "./invitation-card";
import { authErrors, minimumPasswordLength, type AuthErrors } from "./validate";

export type Invitation = InvitationPreview & { token: string };

type JoinFormProps = Pick<AuthFormProps, "title" | "text" | "isPending"> & {
  invitation: Invitation;
  onPending: (isPending: boolean) => void;
};

/** Creates the account, with the address proven by the link, and joins; then signs in, so that nothing is read before. */
export function SignUpAndJoin({ invitation, ...form }: JoinFormProps) {
  const { email, token } = invitation;
  const [displayName, setDisplayName] = useState("");
  const logIn = useLogIn(email);
  return (
    <JoinForm
      {...form}
      invitation={invitation}
      help="Verified by this invitation."
      displayName={displayName}
      onDisplayName={setDisplayName}
      submitLabel={`Join ${invitation.workspaceName}`}
      join={async (password) => {
        const workspace = await callApi("signUpByInvitation", { body: { token, displayName, password } });
        await logIn(password);
        return workspace;
      }}
      footer={<TermsLine by="joining" />}
    />
  );
}

/** For an invited address that has an account. After an invitation that was used before, this only logs in. */
export function LogInAndJoin({ invitation, ...form }: JoinFormProps) {
  const { email, token } = invitation;
  const isOpen = invitation.state === "open";
  const { pathname, search } = useLocation();
  const state: LoginState = { returnTo: pathname + search };
  const logIn = useLogIn(email);
  return (
    <JoinForm
      {...form}
      invitation={invitation}
      submitLabel={isOpen ? "Log in and join" : "Log In"}
      join={async (password) => {
        const user = await logIn(password);
        // An account with an unproven address has to verify it first; the page says how.
        return isOpen && user.emailVerified ? callApi("acceptInvitation", { body: { token } }) : undefined;
      }}
      footer={
        <InlineLink to={paths.forgotPassword} state={state}>
          Forgot your password?
        </InlineLink>
      }
    />
  );
}

function useLogIn(email: string) {
  const auth = useAuth();
  return async (password: string) => (await signInWithEmailAndPassword(auth, email, password)).user;
}

type FieldProps = Pick<AuthFormProps, "submitLabel" | "footer"> & {
  help?: string;
  displayName?: string;
  onDisplayName?: (name: string) => void;
  join: (password: string) => Promise<Workspace | undefined>;
};

function JoinForm({
  invitation,
  help,
  displayName,
  onDisplayName,
  join,
  onPending,
  ...form
}: JoinFormProps & FieldProps) {
  const queryClient = useQueryClient();
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<AuthErrors>({});
  const open = useOpenJoined();
  const submit = async () => {
    const found = authErrors(
      { email: invitation.email, password, ...(onDisplayName ? { displayName: displayName ?? "" } : {}) },
      Boolean(onDisplayName),
    );
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    onPending(true);
    try {
      const workspace = await join(password);
      if (workspace) open(workspace);
    } catch (error) {
      const text = messageOf(error);
      toastFailure(joinFailed, text);
      setErrors({ password: text });
      // The account may exist by now, or the invitation may have ended.
      await queryClient.invalidateQueries({ queryKey: ["invitation"] });
    }
    onPending(false);
  };
  return (
    <AuthForm {...form} pendingLabel="Joining..." errors={errors} onSubmit={submit}>
      {invitation.state === "open" && <InvitationCard invitation={invitation} />}
      <TextField label="Email" type="email" readOnly bg="bg.muted" value={invitation.email} help={help} />
      {onDisplayName && (
        <TextField
          label="Your name"
          autoComplete="name"
          maxLength={200}
          value={displayName}
          error={errors.displayName}
          onChange={(event) => onDisplayName(event.currentTarget.value)}
        />
      )}
      <PasswordField
        value={password}
        error={errors.password}
        minimumLength={onDisplayName && minimumPasswordLength}
        onValue={setPassword}
      />
    </AuthForm>
  );
}

const joinFailed = "Unable to join the workspace";

const messageOf = (error: unknown): string =>
  error instanceof Error && "code" in error && String(error.code).startsWith("auth/")
    ? identityErrorText(error, messages.auth.signInHint)
    : errorText(error);

/** For the person who is logged in with the invited, verified address. */
export function JoinButton({
  invitation: { email, token },
  ...rest
}: ButtonProps & { invitation: Invitation }) {
  const open = useOpenJoined();
  const [isPending, setIsPending] = useState(false);
  const join = async () => {
    setIsPending(true);
    try {
      const workspace = await callApi("acceptInvitation", { body: { token } });
      if (workspace) open(workspace);
    } catch (error) {
      toastFailure(joinFailed, errorText(error));
      setIsPending(false);
    }
  };
  return (
    <Button variant="solid" size="md" width="100%" disabled={isPending} onClick={() => void join()} {...rest}>
      {isPending ? "Joining..." : `Join as ${email}`}
    </Button>
  );
}

function useOpenJoined() {
  const open = useOpenWorkspace();
  return ({ id, name }: Workspace) => {
    toast({ title: "Joined the workspace", description: name });
    open(id);
  };
}
