import { Stack } from "@chakra-ui/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { SkeletonBox, SkeletonRows } from "@/components/states/skeleton";
import { useCurrentWorkspace, useMay } from "@/data/use-current-workspace";
import { currentUserQuery } from "@/data/user";
import { membersQuery, useRenameWorkspace, invitationsQuery } from "@/data/workspaces";
import { SettingsLayout } from "../settings-layout";
import { InvitationsCard } from "./invitations-card";
import { MembersCard } from "./members-card";
import { useNavigate } from "react-router-dom";
import { BodyCard, Card, CardBody, CardTitle } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { paths } from "@/config/paths";
import { callApi } from "@/lib/api-client";
import { announceChange } from "@/lib/query-client";
import { toast, toastError, toastOutcome } from "@/lib/toast";
import { forgetWorkspace } from "@/lib/workspace-choice";
import { TextField } from "@/components/ui/field";
import { useUser } from "reactfire";
import { countOf } from "@/lib/format";
import { DeleteDialog } from "@/features/settings/delete-dialog";
import { RequestExportButton } from "@/features/settings/request-export-button";
import { SettingRow } from "@/features/settings/setting-row";

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

function LeaveCard() {
  const part = useParting();
  const [isAsking, setIsAsking] = useState(false);
  const leave = () =>
    void part(callApi("leaveWorkspace"), "You left the workspace", "Unable to leave the workspace");
  return (
    <Card>
      <CardBody>
        <SettingRow
          title="Leave workspace"
          text="You lose access at once. An admin can invite you again."
          action={<Button onClick={() => setIsAsking(true)}>Leave</Button>}
        />
      </CardBody>
      <ConfirmDialog
        isOpen={isAsking}
        title="Leave this workspace?"
        text="You lose access at once. An admin can invite you again."
        confirmLabel="Leave"
        onClose={() => setIsAsking(false)}
        onConfirm={leave}
      />
    </Card>
  );
}

function NameCard({ name: saved }: { name: string }) {
  const [name, setName] = useState(saved);
  const rename = useRenameWorkspace();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    toastOutcome(rename.mutateAsync(name.trim()), "Workspace renamed", "Unable to rename the workspace");
  };
  const isUnchanged = name.trim() === "" || name.trim() === saved;
  return (
    <BodyCard>
      <form onSubmit={submit}>
        <Stack gap="4" maxW="400px">
          <CardTitle size="sm">Workspace</CardTitle>
          <TextField
            label="Name"
            help="Shown in the navigation bar and in emails."
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" alignSelf="flex-start" disabled={isUnchanged || rename.isPending}>
            {rename.isPending ? "Saving..." : "Save"}
          </Button>
        </Stack>
      </form>
    </BodyCard>
  );
}

/** Lets owners download the workspace's data and delete the workspace. */
function DeleteCard({ name }: { name: string }) {
  const { data: user } = useUser();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Card>
      <CardBody>
        <SettingRow
          title="Download workspace data"
          text="Connections without secrets, setups, runs, members, usage and the audit log in one JSON file. Download reports as CSV from each run."
          action={<RequestExportButton of="exportWorkspaceData" email={user?.email ?? "you"} />}
        />
      </CardBody>
      <CardBody borderTopWidth="1px">
        <SettingRow
          title="Delete workspace"
          text="Deletes everything in it for all members. Schedules stop, and the plan ends with a final invoice."
          action={
            <Button color="alert.fg" onClick={() => setIsDeleting(true)}>
              Delete workspace
            </Button>
          }
        />
      </CardBody>
      {isDeleting && <DeleteWorkspaceDialog name={name} onClose={() => setIsDeleting(false)} />}
    </Card>
  );
}

function DeleteWorkspaceDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const part = useParting();
  const counts = useQuery({
    queryKey: ["workspace-deletion"],
    queryFn: () => callApi("getWorkspaceDeletion"),
    gcTime: 0,
  });
  const remove = () =>
    part(
      callApi("deleteWorkspace", { body: { name } }),
      "Workspace deleted",
      "Unable to delete the workspace",
    );
  const { connections, setups, runs, members } = counts.data ?? {};
  return (
    <DeleteDialog title="Delete workspace" word={name} onDelete={remove} onClose={onClose}>
      {counts.data
        ? `Deletes ${countOf(connections!, "connection")}, ${countOf(setups!, "setup")} and ${countOf(runs!, "run")} for ${members === 1 ? "you" : `all ${members} members`}.`
        : "Deletes all connections, setups, runs and reports for all members."}
    </DeleteDialog>
  );
}

/** Waits for what ends the person's membership, forgets everything about the workspace and opens Home with another one. */
function useParting() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (parting: Promise<unknown>, done: string, failed: string): Promise<void> => {
    try {
      await parting;
      forgetWorkspace();
      queryClient.clear();
      announceChange();
      toast({ title: done });
      void navigate(paths.home);
    } catch (error) {
      toastError(error, failed);
    }
  };
}
