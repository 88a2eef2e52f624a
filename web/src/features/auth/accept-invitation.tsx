import { Stack } from "@chakra-ui/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { signOut } from "firebase/auth";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useAuth, useUser } from "reactfire";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { ErrorState } from "@/components/states/error-state";
import { paths } from "@/config/paths";
import { callApi } from "@/lib/api-client";
import { toastOutcome } from "@/lib/toast-outcome";
import { chooseWorkspace } from "@/lib/workspace-choice";
import { AuthLayout } from "./auth-layout";
import { keepInvitation } from "./pending-invitation";

/** Shows who invited the user to which workspace. Joining takes a click and the account that was invited. */
export function AcceptInvitation({ token }: { token: string }) {
  const auth = useAuth();
  const { data: user } = useUser();
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => callApi("previewInvitation", { body: { token } }),
  });
  if (invitation.isPending) return <AuthLayout title="Opening your invitation..." />;
  if (invitation.isError || !invitation.data)
    return (
      <AuthLayout title="This invitation can't be used">
        <ErrorState
          title="Unable to open the invitation"
          error={invitation.error}
          onRetry={invitation.refetch}
        />
      </AuthLayout>
    );
  const { email, role, invitedBy, workspaceName } = invitation.data;
  const title = `Join ${workspaceName}`;
  const text = `${invitedBy} invited ${email} as ${role}.`;
  if (!user)
    return (
      <AuthLayout title={title} text={text}>
        <Stack gap="3" onClick={() => keepInvitation(token)}>
          <LinkButton to={paths.signup} variant="solid" width="100%">
            Create an account
          </LinkButton>
          <LinkButton to={paths.login} width="100%">
            Log In
          </LinkButton>
        </Stack>
      </AuthLayout>
    );
  if (user.email?.toLowerCase() !== email)
    return (
      <AuthLayout title={title} text={`This invitation is for ${email}. You are logged in as ${user.email}.`}>
        <Button
          variant="solid"
          width="100%"
          onClick={() => {
            keepInvitation(token);
            void signOut(auth);
          }}
        >
          Log out and join
        </Button>
      </AuthLayout>
    );
  return (
    <AuthLayout title={title} text={text}>
      <JoinButton token={token} email={email} />
    </AuthLayout>
  );
}

function JoinButton({ token, email }: { token: string; email: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);
  const join = async () => {
    setIsPending(true);
    try {
      const joined = callApi("acceptInvitation", { body: { token } });
      toastOutcome(joined, {
        done: { title: "Joined the workspace" },
        failed: "Unable to join the workspace",
      });
      const workspace = await joined;
      if (workspace) chooseWorkspace(workspace.id);
      queryClient.clear();
      void navigate(paths.home);
    } catch {
      setIsPending(false);
    }
  };
  return (
    <Button variant="solid" size="md" width="100%" disabled={isPending} onClick={() => void join()}>
      {isPending ? "Joining..." : `Join as ${email}`}
    </Button>
  );
}
