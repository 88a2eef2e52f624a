import { Stack } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import { Fragment } from "react";
import { Card, CardBody, CardHeader } from "@/components/layout/card";
import { SelectField, TextAreaField, TextField } from "@/components/ui/field";
import { LinkButton } from "@/components/ui/button";
import { Notice } from "@/components/states/notice";
import { InlineLink } from "@/components/ui/text-link";
import { SmallText } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { messages } from "@/lib/messages";
import { connectionLabel } from "@/lib/names";
import type { Draft } from "./draft";

type BasicInfoStepProps = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  connections: readonly Connection[];
};

export function BasicInfoStep({ draft, onChange, connections }: BasicInfoStepProps) {
  const verified = connections.filter(({ status }) => status === "verified");
  return (
    <Card>
      <CardHeader title="Basic Info" />
      <CardBody>
        <Stack gap="5" maxW="560px">
          <TextField
            label="Setup name"
            maxLength={120}
            value={draft.name}
            onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
          />
          <TextAreaField
            label="Description"
            isOptional
            maxLength={2000}
            value={draft.description}
            onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
          />
          {verified.length === 0 ? (
            <Notice
              tone="warning"
              title={messages.setups.noVerifiedConnections}
              action={
                <LinkButton size="xs" to={paths.connections}>
                  Connections
                </LinkButton>
              }
            />
          ) : (
            <SelectField
              label="Connection"
              value={draft.connectionId}
              options={[
                ...(draft.connectionId === "" ? [{ value: "", label: "Choose a connection" }] : []),
                ...verified.map((connection) => ({
                  value: connection.id,
                  label: connectionLabel(connection),
                })),
              ]}
              onChange={(connectionId) => onChange({ ...draft, connectionId })}
            />
          )}
          <UnverifiedNote connections={connections.filter(({ status }) => status !== "verified")} />
        </Stack>
      </CardBody>
    </Card>
  );
}

/** Names the connections that can't be chosen, so that users don't look for them. */
const UnverifiedNote = ({ connections }: { connections: readonly Connection[] }) =>
  connections.length > 0 && (
    <SmallText>
      Not available until verified:{" "}
      {connections.map((connection, index) => (
        <Fragment key={connection.id}>
          {index > 0 && ", "}
          <InlineLink to={paths.connectionStatus(connection.id)}>{connectionLabel(connection)}</InlineLink> (
          {connection.status === "failed" ? "failed" : "pending"})
        </Fragment>
      ))}
    </SmallText>
  );
