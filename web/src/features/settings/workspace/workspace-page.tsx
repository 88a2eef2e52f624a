import { Stack } from "@chakra-ui/react";
import { hasRole } from "@contract/workspaces";
import { useCurrentWorkspace } from "@/data/use-current-workspace";
import { SettingsLayout } from "../settings-layout";
import { DeleteCard } from "./delete-card";
import { InvitationsCard } from "./invitations-card";
import { LeaveCard } from "./leave-card";
import { MembersCard } from "./members-card";
import { NameCard } from "./name-card";

/** The workspace's name, its members and open invitations, and the way out. */
export function WorkspacePage() {
  const workspace = useCurrentWorkspace();
  const isAdmin = workspace !== undefined && hasRole(workspace.role, "admin");
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
