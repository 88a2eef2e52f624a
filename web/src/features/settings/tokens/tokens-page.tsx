import { Box, chakra, Flex, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import {
  type CreatedToken,
  type TokenScope,
  tokenScopes,
  tokenScopeSchema,
  type ApiToken,
} from "@contract/tokens";
import { useState } from "react";
import { Badge } from "@/components/badges/badge";
import { bodyRows, Card, CardBody, CardHeader } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/code";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DateTime } from "@/components/ui/date-time";
import { tokensQuery, useRevokeToken, useCreateToken } from "@/data/tokens";
import { toastOutcome } from "@/lib/toast";
import { SettingsLayout } from "../settings-layout";
import { SelectField, TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { errorText } from "@/lib/api-error";
import { SmallText } from "@/components/ui/text";
import { verifyFirst } from "@/components/verification/send-verification";
import { ListState } from "@/components/states/list-state";
import { NewSecret } from "../new-secret";
import { useUnverifiedEmail } from "@/data/use-current-workspace";

/** The workspace's API tokens: create them, see when they were last used, revoke them. */
export const TokensPage = () => (
  <SettingsLayout>
    <Tokens />
  </SettingsLayout>
);

function Tokens() {
  const tokens = useQuery(tokensQuery());
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreatedToken>();
  return (
    <>
      <Stack gap="4">
        {created && (
          <NewSecret
            title={`token “${created.name}”`}
            kind="token"
            secret={created.token}
            onDone={() => setCreated(undefined)}
          />
        )}
        <Card>
          <CardHeader
            title="API tokens"
            actions={
              <Button variant="solid" onClick={() => setIsCreating(true)}>
                Create token
              </Button>
            }
          />
          <CardBody>
            <ListState
              query={tokens}
              what="API tokens"
              empty={
                tokens.data?.length === 0 && {
                  title: "No API tokens yet",
                  text: "Create one to use Plumbline from scripts, CI or the command line.",
                }
              }
            />
            <chakra.ul css={bodyRows}>
              {tokens.data?.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </chakra.ul>
          </CardBody>
        </Card>
      </Stack>
      {isCreating && (
        <CreateTokenDialog
          onClose={() => setIsCreating(false)}
          onCreated={(token) => {
            setCreated(token);
            setIsCreating(false);
          }}
        />
      )}
    </>
  );
}

function TokenRow({ token }: { token: ApiToken }) {
  const { id, name, prefix, scope, createdBy, expiresAt, lastUsedAt, status } = token;
  const revoke = useRevokeToken();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Flex as="li" gap="3" py="3" align="center" wrap="wrap" borderTopWidth="1px">
      <Box flex="1" minW="200px">
        <Flex gap="2" align="center" wrap="wrap">
          <Box as="span" fontWeight="520" overflowWrap="anywhere">
            {name}
          </Box>
          <Code>{prefix}…</Code>
          <Badge tone="plain">{scopeNames[scope]}</Badge>
          {status === "expired" && <Badge tone="warning">Expired</Badge>}
          {status === "creator-left" && <Badge tone="warning">Creator left</Badge>}
          {status === "creator-signed-out" && <Badge tone="warning">Ended with its creator's sessions</Badge>}
        </Flex>
        <SmallText>
          {status === "expired" ? "Expired" : "Expires"} <DateTime at={expiresAt} />
          {" · "}
          {lastUsedAt === null ? (
            "Never used"
          ) : (
            <>
              Last used <DateTime at={lastUsedAt} />
            </>
          )}
          {` · Created by ${createdBy}`}
        </SmallText>
      </Box>
      <Button aria-label={`Revoke ${name}`} disabled={revoke.isPending} onClick={() => setIsAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Revoke “${name}”?`}
        text="Anything that uses this token loses access at once. This action cannot be undone."
        confirmLabel="Revoke token"
        onClose={() => setIsAsking(false)}
        onConfirm={() => toastOutcome(revoke.mutateAsync(id), "Token revoked", "Unable to revoke the token")}
      />
    </Flex>
  );
}

const lifetimes = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
];

type CreateTokenDialogProps = { onCreated: (token: CreatedToken) => void; onClose: () => void };

function CreateTokenDialog({ onCreated, onClose }: CreateTokenDialogProps) {
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
  const unverifiedEmail = useUnverifiedEmail("createToken");
  return (
    <FormDialog
      title="Create API token"
      description="For scripts, CI and the command line. It only works for this workspace, and only while you are a member."
      submitLabel="Create token"
      canSubmit={name.trim() !== "" && !create.isPending}
      onSubmit={submit}
      onClose={onClose}
      {...verifyFirst(unverifiedEmail)}
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

const scopeNames: Record<TokenScope, string> = {
  read: "Read",
  triage: "Triage",
  write: "Write",
  audit: "Audit log",
};

const scopeHelp: Record<TokenScope, string> = {
  read: "Reads setups, runs, reports, incidents and data settings.",
  triage: "Also starts and cancels runs, changes incidents and records releases.",
  write: "Also changes connections, setups, data settings, channels and routes.",
  audit: "Reads the audit log, and nothing else.",
};
