import { Box, chakra, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import type { Invitation } from "@contract/workspaces";
import { bodyRows, Card, CardBody, CardHeader } from "@/components/layout/card";
import { ErrorState } from "@/components/states/error-state";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { SmallText } from "@/components/ui/text";
import { invitationsQuery, useResendInvitation, useRevokeInvitation } from "@/data/workspaces";
import { toastOutcome } from "@/lib/toast";
import { roleNames } from "./roles";

/** Invitations that haven't been accepted yet. Hidden if there are none. */
export function InvitationsCard() {
  const invitations = useQuery(invitationsQuery());
  if (invitations.isLoadingError)
    return (
      <ErrorState
        title="Unable to load invitations"
        error={invitations.error}
        onRetry={invitations.refetch}
      />
    );
  if (!invitations.data || invitations.data.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Pending invitations" />
      <CardBody>
        <chakra.ul css={bodyRows}>
          {invitations.data.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </chakra.ul>
      </CardBody>
    </Card>
  );
}

const isPast = (time: string) => time <= new Date().toISOString();

function InvitationRow({
  invitation: { id, email, role, invitedBy, createdAt, expiresAt },
}: {
  invitation: Invitation;
}) {
  const resend = useResendInvitation();
  const revoke = useRevokeInvitation();
  const isExpired = isPast(expiresAt);
  return (
    <Flex as="li" gap="3" py="2" align="center" wrap="wrap" borderTopWidth="1px">
      <Box flex="1" minW="160px">
        <Box fontWeight="520" overflowWrap="anywhere">
          {email}
        </Box>
        <SmallText>
          {roleNames[role]}, invited by {invitedBy} on <DateTime at={createdAt} />
          {isExpired && ". Expired."}
        </SmallText>
      </Box>
      <Button
        disabled={resend.isPending}
        aria-label={`Resend the invitation to ${email}`}
        onClick={() =>
          toastOutcome(resend.mutateAsync(id), "Invitation sent again", "Unable to send the invitation")
        }
      >
        Resend
      </Button>
      <Button
        variant="ghost"
        disabled={revoke.isPending}
        aria-label={`Revoke the invitation to ${email}`}
        onClick={() =>
          toastOutcome(revoke.mutateAsync(id), "Invitation revoked", "Unable to revoke the invitation")
        }
      >
        Revoke
      </Button>
    </Flex>
  );
}
