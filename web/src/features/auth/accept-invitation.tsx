import { useQuery } from "@tanstack/react-query";
import { signOut } from "firebase/auth";
import { useState } from "react";
import { useAuth, useUser } from "reactfire";
import { roleWithArticle, type Workspace } from "@contract/workspaces";
import { ErrorState } from "@/components/states/error-state";
import { Button, LinkButton } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { useOpenWorkspace } from "@/data/use-current-workspace";
import { currentUserQuery } from "@/data/user";
import { ApiError, errorText } from "@/lib/api-error";
import { callApi } from "@/lib/api-client";
import { AuthLayout } from "./auth-form";
import { InvitationCard } from "./invitation-card";
import { JoinButton, LogInAndJoin, SignUpAndJoin, type Invitation } from "./join-forms";
import { SendVerification } from "@/components/verification/send-verification";

/** What an invitation's link opens: joining in one step, or what to do if that isn't possible. */
export function AcceptInvitation({ token }: { token: string }) {
  const { data: user } = useUser();
  // Keeps the form while it signs in, which changes the user before the person has joined.
  const [isJoining, setIsJoining] = useState(false);
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => callApi("previewInvitation", { body: { token } }),
  });
  if (invitation.isPending) return <AuthLayout title="Opening your invitation..." />;
  if (!invitation.data) return <Unusable error={invitation.error} onRetry={invitation.refetch} />;
  const shown = { ...invitation.data, token };
  const { state, email, invitedBy, workspaceName } = shown;
  if (user && !isJoining) return <SignedIn invitation={shown} address={user.email ?? ""} />;
  if (state === "expired")
    return (
      <AuthLayout
        title="This invitation has expired"
        text={`Invitations work for 7 days. Ask ${invitedBy} to send a new one to ${email}.`}
      >
        <ToPlumbline />
      </AuthLayout>
    );
  const title = state === "used" ? `Log in to open ${workspaceName}` : `Join ${workspaceName}`;
  const text = state === "used" ? "This invitation has already been used." : introduction(shown);
  const Form = shown.hasAccount ? LogInAndJoin : SignUpAndJoin;
  return <Form title={title} text={text} invitation={shown} isPending={isJoining} onPending={setIsJoining} />;
}

function SignedIn({ invitation, address }: { invitation: Invitation; address: string }) {
  const auth = useAuth();
  const { data: user } = useQuery(currentUserQuery());
  const { email, state, invitedBy, workspaceId, workspaceName } = invitation;
  const joined = user?.workspaces.find(({ id }) => id === workspaceId);
  if (joined) return <Joined workspace={joined} />;
  if (address.toLowerCase() !== email)
    return (
      <AuthLayout
        title={`This invitation is for ${email}`}
        text={`You are logged in as ${address}. Only ${email} can accept it.`}
        footer={`Should it be this address? Ask ${invitedBy} to invite ${address}.`}
      >
        <Button variant="solid" size="md" width="100%" mb="3" onClick={() => void signOut(auth)}>
          Log out and join {workspaceName}
        </Button>
        <LinkButton to={paths.home} width="100%">
          Stay as {address}
        </LinkButton>
      </AuthLayout>
    );
  if (state !== "open")
    return (
      <AuthLayout
        title={`This invitation has ${state === "used" ? "already been used" : "expired"}`}
        text={`Ask ${invitedBy} to send a new one to ${email}.`}
      >
        <ToPlumbline />
      </AuthLayout>
    );
  if (!user) return <AuthLayout title={`Join ${workspaceName}`} text={introduction(invitation)} />;
  if (!user.emailVerified)
    return (
      <AuthLayout
        title={`Verify ${email} to join`}
        text={`Open the link that we email you. Then join ${workspaceName} here.`}
      >
        <SendVerification email={email} size="md" width="100%" />
      </AuthLayout>
    );
  return (
    <AuthLayout title={`Join ${workspaceName}`} text={introduction(invitation)}>
      <InvitationCard invitation={invitation} />
      <JoinButton invitation={invitation} mt="5" />
    </AuthLayout>
  );
}

function Joined({ workspace: { id, name, role } }: { workspace: Workspace }) {
  const open = useOpenWorkspace();
  return (
    <AuthLayout title={`You're in ${name}`} text={`You're already ${roleWithArticle(role)} here.`}>
      <Button variant="solid" size="md" width="100%" onClick={() => open(id)}>
        Open {name}
      </Button>
    </AuthLayout>
  );
}

function Unusable({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const isInvalid = error instanceof ApiError && error.code === "invitation-invalid";
  return (
    <AuthLayout
      title={isInvalid ? "This invitation can't be used" : "Join a workspace"}
      text={isInvalid && `${errorText(error)} Ask the person who invited you to send a new one.`}
    >
      {isInvalid ? (
        <ToPlumbline />
      ) : (
        <ErrorState title="Unable to open the invitation" error={error} onRetry={onRetry} />
      )}
    </AuthLayout>
  );
}

const ToPlumbline = () => (
  <LinkButton to={paths.home} width="100%">
    Go to Plumbline
  </LinkButton>
);

const introduction = ({ invitedBy, role }: Invitation): string =>
  `${invitedBy} invited you as ${roleWithArticle(role)}.`;
