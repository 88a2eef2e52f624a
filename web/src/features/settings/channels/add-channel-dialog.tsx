import {
  channelKindSchema,
  type ChannelKind,
  type CreateChannel,
  type CreatedChannel,
} from "@contract/channels/channels";
import { useState } from "react";
import { SelectField, TextAreaField, TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { useCreateChannel } from "@/data/channels";
import { errorText } from "@/lib/api-error";
import { kindNames } from "./channel-text";

type Fields = {
  name: string;
  addresses: string;
  botToken: string;
  channel: string;
  url: string;
  routingKey: string;
};
const noFields: Fields = { name: "", addresses: "", botToken: "", channel: "", url: "", routingKey: "" };

/** The fields of each kind besides the name. Browsers don't autofill the secret ones. */
const asked: Record<
  ChannelKind,
  readonly { field: keyof Fields; label: string; help: string; isSecret?: boolean }[]
> = {
  email: [],
  slack: [
    {
      field: "botToken",
      label: "Bot token",
      help: "Begins with xoxb-. The bot needs the scopes chat:write and channels:history.",
      isSecret: true,
    },
    {
      field: "channel",
      label: "Channel",
      help: "An ID such as C0123456789, or a name. Invite the bot to the channel first.",
    },
  ],
  slack_webhook: [
    {
      field: "url",
      label: "Webhook URL",
      help: "Begins with https://hooks.slack.com/. Can't reply in threads or update messages.",
      isSecret: true,
    },
  ],
  webhook: [{ field: "url", label: "URL", help: "An https address on the public internet." }],
  pagerduty: [
    {
      field: "routingKey",
      label: "Integration key",
      help: "From an Events API v2 integration.",
      isSecret: true,
    },
  ],
};

const splitAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== "");

function inputOf(kind: ChannelKind, fields: Fields): CreateChannel {
  const name = fields.name.trim();
  switch (kind) {
    case "email":
      return { kind, name, addresses: splitAddresses(fields.addresses) };
    case "slack":
      return { kind, name, botToken: fields.botToken.trim(), channel: fields.channel.trim() };
    case "slack_webhook":
    case "webhook":
      return { kind, name, url: fields.url.trim() };
    case "pagerduty":
      return { kind, name, routingKey: fields.routingKey.trim() };
  }
}

type AddChannelDialogProps = { onCreated: (channel: CreatedChannel) => void; onClose: () => void };

export function AddChannelDialog({ onCreated, onClose }: AddChannelDialogProps) {
  const [kind, setKind] = useState<ChannelKind>("slack");
  const [fields, setFields] = useState(noFields);
  const create = useCreateChannel();
  const set = (field: keyof Fields) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setFields((before) => ({ ...before, [field]: value }));
  };
  const needed: (keyof Fields)[] = [
    "name",
    ...(kind === "email" ? (["addresses"] as const) : []),
    ...asked[kind].map(({ field }) => field),
  ];
  const submit = async () => {
    try {
      const created = await create.mutateAsync(inputOf(kind, fields));
      if (created) onCreated(created);
    } catch {
      // Shown under the name.
    }
  };
  return (
    <FormDialog
      title="Add channel"
      description="Nothing is sent until a route uses the channel."
      submitLabel="Add channel"
      canSubmit={needed.every((field) => fields[field].trim() !== "") && !create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Kind"
        options={channelKindSchema.options.map((value) => ({ value, label: kindNames[value] }))}
        value={kind}
        onChange={(next) => {
          create.reset();
          setKind(channelKindSchema.parse(next));
        }}
      />
      <TextField
        label="Name"
        maxLength={100}
        autoComplete="off"
        value={fields.name}
        error={create.isError ? errorText(create.error) : undefined}
        onChange={set("name")}
      />
      {kind === "email" && (
        <TextAreaField
          label="Addresses"
          help="Up to 20. Each gets an email with a link to confirm."
          rows={3}
          value={fields.addresses}
          onChange={set("addresses")}
        />
      )}
      {asked[kind].map(({ field, label, help, isSecret = false }) => (
        <TextField
          key={`${kind}-${field}`}
          label={label}
          help={help}
          type={isSecret ? "password" : "text"}
          autoComplete={isSecret ? "new-password" : "off"}
          value={fields[field]}
          onChange={set(field)}
        />
      ))}
    </FormDialog>
  );
}
