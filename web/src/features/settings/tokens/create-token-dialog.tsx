import { type CreatedToken, type TokenScope, tokenScopes, tokenScopeSchema } from "@contract/tokens";
import { useState } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { useCreateToken } from "@/data/tokens";
import { errorText } from "@/lib/api-error";
import { scopeHelp, scopeNames } from "./scopes";

const lifetimes = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
];

type CreateTokenDialogProps = { onCreated: (token: CreatedToken) => void; onClose: () => void };

export function CreateTokenDialog({ onCreated, onClose }: CreateTokenDialogProps) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<TokenScope>("read");
  const [days, setDays] = useState("90");
  const create = useCreateToken();
  const submit = async () => {
    try {
      const created = await create.mutateAsync({ name: name.trim(), scope, expiresInDays: Number(days) });
      if (created) onCreated(created);
    } catch {
      // Shown under the name.
    }
  };
  return (
    <FormDialog
      title="Create API token"
      description="For scripts, CI and the command line. It only works for this workspace, and only while you are a member."
      submitLabel="Create token"
      canSubmit={name.trim() !== "" && !create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        help="Where you use it, such as “GitHub Actions”."
        maxLength={100}
        error={create.isError ? errorText(create.error) : undefined}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SelectField
        label="Scope"
        help={scopeHelp[scope]}
        options={tokenScopes.map((value) => ({ value, label: scopeNames[value] }))}
        value={scope}
        onChange={(next) => setScope(tokenScopeSchema.parse(next))}
      />
      <SelectField label="Expires after" options={lifetimes} value={days} onChange={setDays} />
    </FormDialog>
  );
}
