import { Box, chakra, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { hasRole, roleSchema, type Member, type Role, createInvitationSchema } from "@contract/workspaces";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useUser } from "reactfire";
import { bodyRows, Card, CardBody, CardHeader } from "@/components/layout/card";
import { ErrorState } from "@/components/states/error-state";
import { Button } from "@/components/ui/button";
import { SearchInput } from "@/components/ui/search-input";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Select, SelectField, TextField } from "@/components/ui/field";
import { membersQuery, useChangeRole, useRemoveMember, useInviteMember } from "@/data/workspaces";
import { roleHelp } from "@/lib/names";
import { roleNames, rolesToGive } from "./roles";
import { FormDialog } from "@/components/ui/form-dialog";
import { SmallText } from "@/components/ui/text";
import { verifyFirst } from "@/components/verification/send-verification";
import { errorText } from "@/lib/api-error";
import { toast, toastOutcome } from "@/lib/toast";
import { useUnverifiedEmail } from "@/data/use-current-workspace";

/** Everyone in the workspace. Admins invite and remove members and change roles below owner. */
export function MembersCard({ role }: { role: Role }) {
  const members = useQuery(membersQuery());
  // Other pages link to the form.
  const [search] = useSearchParams();
  const [isInviting, setIsInviting] = useState(search.has("invite"));
  const [query, setQuery] = useState("");
  const isAdmin = hasRole(role, "admin");
  const shown = members.data?.filter((member) => matches(member, query));
  return (
    <Card>
      <CardHeader
        title="Members"
        actions={
          isAdmin && (
            <Button variant="solid" onClick={() => setIsInviting(true)}>
              Invite people
            </Button>
          )
        }
      />
      <CardBody>
        {members.isError && (
          <ErrorState title="Unable to load members" error={members.error} onRetry={members.refetch} />
        )}
        {members.data && members.data.length >= filteredFrom && (
          <Box mb="2" maxW="320px">
            <SearchInput label="Search members" value={query} onChange={setQuery} />
          </Box>
        )}
        {shown?.length === 0 && (
          <Box color="fg.muted" role="status">
            No members match.
          </Box>
        )}
        <chakra.ul css={bodyRows}>
          {shown?.map((member) => (
            <MemberRow key={member.uid} member={member} ownRole={role} />
          ))}
        </chakra.ul>
      </CardBody>
      {isAdmin && isInviting && <InviteDialog role={role} onClose={() => setIsInviting(false)} />}
    </Card>
  );
}

/** With this many members, they can be searched. */
const filteredFrom = 8;

const matches = ({ displayName, email, role }: Member, query: string): boolean =>
  [displayName, email, roleNames[role]].join(" ").toLowerCase().includes(query.trim().toLowerCase());

function MemberRow({ member, ownRole }: { member: Member; ownRole: Role }) {
  const { data: user } = useUser();
  const changeRole = useChangeRole();
  const remove = useRemoveMember();
  const [isRemoving, setIsRemoving] = useState(false);
  const { uid, displayName, email, role } = member;
  const isSelf = uid === user?.uid;
  const canManage = hasRole(ownRole, role === "owner" ? "owner" : "admin");
  return (
    <Flex as="li" gap="3" py="2" align="center" justify="flex-end" wrap="wrap" borderTopWidth="1px">
      <Box flex="1" minW="160px">
        <Box fontWeight="520" overflowWrap="anywhere">
          {displayName} {isSelf && <chakra.span color="fg.subtle">you</chakra.span>}
        </Box>
        <SmallText overflowWrap="anywhere">{email}</SmallText>
      </Box>
      {canManage ? (
        <Select
          box={{ width: "120px" }}
          aria-label={`Role of ${displayName}`}
          size="sm"
          options={rolesToGive(ownRole)}
          value={role}
          disabled={changeRole.isPending}
          onChange={(next) =>
            toastOutcome(
              changeRole.mutateAsync({ uid, role: roleSchema.parse(next) }),
              `Role of ${displayName}: ${roleNames[roleSchema.parse(next)]}`,
              "Unable to change the role",
            )
          }
        />
      ) : (
        <Box color="fg.muted">{roleNames[role]}</Box>
      )}
      {canManage && !isSelf && (
        <Button variant="ghost" aria-label={`Remove ${displayName}`} onClick={() => setIsRemoving(true)}>
          Remove
        </Button>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        title={`Remove ${displayName}?`}
        text="They lose access at once. You can invite them again."
        confirmLabel="Remove"
        onClose={() => setIsRemoving(false)}
        onConfirm={() =>
          toastOutcome(remove.mutateAsync(uid), `${displayName} was removed`, "Unable to remove the member")
        }
      />
    </Flex>
  );
}

/** Invites one or more addresses with one role. */
function InviteDialog({ role: ownRole, onClose }: { role: Role; onClose: () => void }) {
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
  const unverifiedEmail = useUnverifiedEmail("inviteMember");
  return (
    <FormDialog
      title="Invite people"
      description="They get an email with a link that works for 7 days."
      submitLabel={addresses.length > 1 ? `Send ${addresses.length} invitations` : "Send invitation"}
      canSubmit={addresses.length > 0 && !invite.isPending}
      onSubmit={submit}
      onClose={onClose}
      {...verifyFirst(unverifiedEmail)}
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
