import { useQuery } from "@tanstack/react-query";
import { workspaceIdSchema } from "@contract/workspaces";
import { Select } from "@/components/ui/field";
import { useCurrentWorkspace, useOpenWorkspace } from "@/data/use-current-workspace";
import { currentUserQuery } from "@/data/user";

/** Lets people who belong to more than one workspace choose which one the app shows. */
export default function WorkspaceSwitcher({ onOpen }: { onOpen?: () => void }) {
  const { data: user } = useQuery(currentUserQuery());
  const current = useCurrentWorkspace();
  const open = useOpenWorkspace();
  if (!user || !current || user.workspaces.length < 2) return null;
  return (
    <Select
      aria-label="Workspace"
      size="sm"
      options={user.workspaces.map(({ id, name }) => ({ value: id, label: name }))}
      value={current.id}
      onChange={(id) => {
        open(workspaceIdSchema.parse(id));
        onOpen?.();
      }}
    />
  );
}
