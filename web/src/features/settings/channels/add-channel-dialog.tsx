import { channelKindSchema, type CreateChannel, type CreatedChannel } from "@contract/channels/channels";
import {
  channelKindNames,
  channelKindOf,
  isListField,
  isOptionalField,
  type ChannelKind,
} from "@contract/channels/kinds";
import { useState } from "react";
import { SelectField, TextAreaField, TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { useCreateChannel } from "@/data/channels";
import { errorText } from "@/lib/api-error";

const splitList = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== "");

/** The request for what was typed, by field. */
const inputOf = (kind: ChannelKind, name: string, typed: Record<string, string>): CreateChannel =>
  ({
    kind,
    name: name.trim(),
    ...Object.fromEntries(
      Object.entries(channelKindOf(kind).fields).flatMap(([field, spec]) => {
        const text = (typed[field] ?? "").trim();
        if (text === "" && isOptionalField(spec)) return [];
        return [[field, isListField(spec) ? splitList(text) : text]];
      }),
    ),
  }) as unknown as CreateChannel;

type AddChannelDialogProps = {
  initialKind: ChannelKind;
  onCreated: (channel: CreatedChannel) => void;
  onClose: () => void;
};

export function AddChannelDialog({ initialKind, onCreated, onClose }: AddChannelDialogProps) {
  const [kind, setKind] = useState(initialKind);
  const [name, setName] = useState("");
  const [typed, setTyped] = useState<Record<string, string>>({});
  const create = useCreateChannel();
  const fields = Object.entries(channelKindOf(kind).fields);
  const required = fields.filter(([, spec]) => !isOptionalField(spec));
  const isComplete = [name, ...required.map(([field]) => typed[field] ?? "")].every(
    (value) => value.trim() !== "",
  );
  const submit = async () => {
    try {
      const created = await create.mutateAsync(inputOf(kind, name, typed));
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
      canSubmit={isComplete && !create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Kind"
        options={channelKindNames.map((value) => ({ value, label: channelKindOf(value).label }))}
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
        value={name}
        error={create.isError ? errorText(create.error) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {fields.map(([field, spec]) => {
        const { label, help, isSecret = false } = spec;
        const shared = {
          label,
          help,
          isOptional: isOptionalField(spec),
          value: typed[field] ?? "",
          onChange: (event: { currentTarget: { value: string } }) => {
            const { value } = event.currentTarget;
            setTyped((before) => ({ ...before, [field]: value }));
          },
        };
        return isListField(spec) ? (
          <TextAreaField key={`${kind}-${field}`} rows={3} {...shared} />
        ) : (
          // Browsers don't autofill secrets.
          <TextField
            key={`${kind}-${field}`}
            type={isSecret ? "password" : "text"}
            autoComplete={isSecret ? "new-password" : "off"}
            {...shared}
          />
        );
      })}
    </FormDialog>
  );
}
