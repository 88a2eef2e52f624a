import { Stack } from "@chakra-ui/react";
import { useState, type FormEvent } from "react";
import { Card, CardBody, CardTitle } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useRenameWorkspace } from "@/data/workspaces";
import { toastOutcome } from "@/lib/toast-outcome";

export function NameCard({ name: saved }: { name: string }) {
  const [name, setName] = useState(saved);
  const rename = useRenameWorkspace();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    toastOutcome(rename.mutateAsync(name.trim()), {
      done: { title: "Workspace renamed" },
      failed: "Unable to rename the workspace",
    });
  };
  const isUnchanged = name.trim() === "" || name.trim() === saved;
  return (
    <Card>
      <CardBody>
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
      </CardBody>
    </Card>
  );
}
