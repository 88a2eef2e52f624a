import { Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SkeletonBox, SkeletonRows } from "@/components/states/skeleton";
import { useCurrentWorkspace, useMay } from "@/data/use-current-workspace";
import { currentUserQuery } from "@/data/user";
import { invitationsQuery, membersQuery } from "@/data/workspaces";
import { SettingsLayout } from "../settings-layout";
import { DeleteCard } from "./delete-card";
import { InvitationsCard } from "./invitations-card";
import { LeaveCard } from "./leave-card";
import { MembersCard } from "./members-card";
import { NameCard } from "./name-card";

/** The workspace's name, members, open invitations, and options to leave or delete it. */
export function WorkspacePage() {
  const workspace = useCurrentWorkspace();
  const isAdmin = useMay("renameWorkspace", false);
  // All cards appear together: each depends on the role or on its list, and a late one would move those below.
  const user = useQuery(currentUserQuery());
  const members = useQuery(membersQuery());
  const invitations = useQuery({ ...invitationsQuery(), enabled: isAdmin });
  const isPending = user.isPending || members.isPending || (isAdmin && invitations.isPending);
  // After that, a card that retries a failed read shows its own state.
  const [areSettled, setAreSettled] = useState(false);
  if (!areSettled && !isPending) setAreSettled(true);
  if (!areSettled)
    return (
      <SettingsLayout>
        <SkeletonBox>
          <SkeletonRows label="Loading workspace" rows={6} isFramed={false} hasHead={false} hasTitle />
        </SkeletonBox>
      </SettingsLayout>
    );
  return (
    <SettingsLayout>
      <Stack gap="4">
        {workspace && isAdmin && <NameCard key={workspace.id} name={workspace.name} />}
        <MembersCard role={workspace?.role ?? "viewer"} />
        {isAdmin && <InvitationsCard />}
        <LeaveCard />
        {workspace?.role === "owner" && <DeleteCard name={workspace.name} />}
      </Stack>
    </SettingsLayout>
  );
}
