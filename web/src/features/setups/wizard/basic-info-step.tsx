import { Stack } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import { Card, CardBody, CardHeader } from "@/components/card";
import { SelectField, TextAreaField, TextField } from "@/components/field";
import { LinkButton } from "@/components/link-button";
import { Notice } from "@/components/notice";
import { paths } from "@/config/paths";
import { connectionLabel } from "@/data/connections";
import { messages } from "@/lib/messages";
import type { Draft } from "./draft";

type BasicInfoStepProps = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  verified: readonly Connection[];
};

export const BasicInfoStep = ({ draft, onChange, verified }: BasicInfoStepProps) => (
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
              ...verified.map((connection) => ({ value: connection.id, label: connectionLabel(connection) })),
            ]}
            onChange={(connectionId) => onChange({ ...draft, connectionId })}
          />
        )}
      </Stack>
    </CardBody>
  </Card>
);
