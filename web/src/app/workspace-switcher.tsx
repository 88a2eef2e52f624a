import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { workspaceIdSchema } from "@contract/workspaces";
import { Select } from "@/components/ui/field";
import { paths } from "@/config/paths";
import { useCurrentWorkspace } from "@/data/use-current-workspace";
import { currentUserQuery } from "@/data/user";
import { chooseWorkspace } from "@/lib/workspace-choice";

/** Lets people who belong to more than one workspace choose which one the app shows. */
export default function WorkspaceSwitcher() {
  const { data: user } = useQuery(currentUserQuery());
  const current = useCurrentWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  if (!user || !current || user.workspaces.length < 2) return null;
  const change = (id: string) => {
    chooseWorkspace(workspaceIdSchema.parse(id));
    // Nothing from the previous workspace may stay on screen, and its ids in the address don't exist in the
    // new one.
    void navigate(paths.home);
    queryClient.clear();
  };
  return (
    <Select
      aria-label="Workspace"
      size="sm"
      options={user.workspaces.map(({ id, name }) => ({ value: id, label: name }))}
      value={current.id}
      onChange={change}
    />
  );
}
