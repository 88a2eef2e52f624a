import { createInvitationSchema, roleSchema, type Role } from "@contract/workspaces";
import { useState } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { useInviteMember } from "@/data/workspaces";
import { errorText } from "@/lib/api-error";
import { toast } from "@/lib/toast";
import { roleHelp, rolesToGive } from "./roles";

/** Invites one or more addresses with one role. */
export function InviteDialog({ role: ownRole, onClose }: { role: Role; onClose: () => void }) {
  const [emails, setEmails] = useState("");
  const [role, setRole] = useState<Role>("editor");
  const [error, setError] = useState<string>();
  const invite = useInviteMember();
  const addresses = [...new Set(emails.split(/[\s,;]+/).filter(Boolean))];
  const submit = async () => {
    const invalid = addresses.find((email) => !createInvitationSchema.safeParse({ email, role }).success);
    setError(invalid && `${invalid} isn't a valid email address. Nobody has been invited yet.`);
    if (invalid) return;
    for (const email of addresses)
      try {
        await invite.mutateAsync({ email, role });
      } catch (cause) {
        // Keeps only the addresses that weren't invited in the field.
        setEmails(addresses.slice(addresses.indexOf(email)).join(", "));
        setError(`${email}: ${errorText(cause)}`);
        return;
      }
    toast({ title: addresses.length === 1 ? "Invitation sent" : `${addresses.length} invitations sent` });
    onClose();
  };
  return (
    <FormDialog
      title="Invite people"
      description="They get an email with a link that works for 7 days."
      submitLabel={addresses.length > 1 ? `Send ${addresses.length} invitations` : "Send invitation"}
      canSubmit={addresses.length > 0 && !invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Email"
        help="Several addresses, separated by commas."
        error={error}
        value={emails}
        onChange={(event) => setEmails(event.currentTarget.value)}
      />
      <SelectField
        label="Role"
        help={roleHelp[role]}
        options={rolesToGive(ownRole)}
        value={role}
        onChange={(next) => setRole(roleSchema.parse(next))}
      />
    </FormDialog>
  );
}
