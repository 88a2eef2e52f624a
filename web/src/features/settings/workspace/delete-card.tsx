import { Separator } from "@chakra-ui/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useUser } from "reactfire";
import { Card, CardBody } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { callApi } from "@/lib/api-client";
import { countOf } from "@/lib/format";
import { toast, toastError } from "@/lib/toast";
import { forgetWorkspace } from "@/lib/workspace-choice";
import { DeleteDialog } from "../delete-dialog";
import { RequestExportButton } from "../request-export-button";
import { SettingRow } from "../setting-row";

/** Lets owners download the workspace's data and delete the workspace. */
export function DeleteCard({ name }: { name: string }) {
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
      <Separator />
      <CardBody>
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
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const counts = useQuery({
    queryKey: ["workspace-deletion"],
    queryFn: () => callApi("getWorkspaceDeletion"),
    gcTime: 0,
  });
  const remove = async () => {
    try {
      await callApi("deleteWorkspace", { body: { name } });
      forgetWorkspace();
      queryClient.clear();
      toast({ title: "Workspace deleted" });
      void navigate(paths.home);
    } catch (error) {
      toastError(error, "Unable to delete the workspace");
    }
  };
  const { connections, setups, runs, members } = counts.data ?? {};
  return (
    <DeleteDialog title="Delete workspace" word={name} onDelete={remove} onClose={onClose}>
      {counts.data
        ? `Deletes ${countOf(connections!, "connection")}, ${countOf(setups!, "setup")} and ${countOf(runs!, "run")} for ${members === 1 ? "you" : `all ${members} members`}.`
        : "Deletes all connections, setups, runs and reports for all members."}
    </DeleteDialog>
  );
}
