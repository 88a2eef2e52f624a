import { Box } from "@chakra-ui/react";
import type { Channel, CreateChannel, CreatedChannel } from "@contract/channels/channels";
import {
  channelKindNames,
  channelKindOf,
  isListField,
  isOptionalField,
  type ChannelKind,
} from "@contract/channels/kinds";
import { channelGroups } from "@contract/channels/kinds/descriptor";
import { Fragment, useId, useState } from "react";
import { RadioCards } from "@/components/choices/radio-cards";
import { TextButton } from "@/components/ui/button";
import { TextAreaField, TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { ExternalLink } from "@/components/ui/text-link";
import { verifyFirst } from "@/components/verification/send-verification";
import { useCreateChannel, useTestChannel, useUpdateChannel } from "@/data/channels";
import { errorText } from "@/lib/api-error";
import { useUnverifiedEmail } from "@/data/use-current-workspace";
import { iconOf } from "./kind-icon";

const splitList = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== "");

/** The text of each field; null for one whose stored secret is to be removed. */
type Typed = Record<string, string | null>;

/** What is typed in the fields of a channel: all but its secrets. */
const typedOf = ({ kind, settings, addresses }: Channel): Typed => ({
  ...settings,
  ...Object.fromEntries(
    Object.entries(channelKindOf(kind).fields)
      .filter(([, spec]) => isListField(spec))
      .map(([field]) => [field, addresses.map(({ email }) => email).join("\n")]),
  ),
});

/** The request for what was typed, by field. Fields without a text are left out, which keeps what is stored; null removes it. */
const inputOf = (kind: ChannelKind, name: string, typed: Typed) => ({
  kind,
  name: name.trim(),
  ...Object.fromEntries(
    Object.entries(channelKindOf(kind).fields).flatMap(([field, spec]) => {
      const value = typed[field]?.trim() ?? null;
      if (value === "" || typed[field] === undefined) return [];
      return [[field, value !== null && isListField(spec) ? splitList(value) : value]];
    }),
  ),
});

type ChannelDialogProps = {
  /** The channel to edit; null adds one. */
  channel: Channel | null;
  /** The kind of a new one; undefined asks for it first. */
  initialKind: ChannelKind | undefined;
  onCreated: (channel: CreatedChannel) => void;
  /** With the channel if it was saved and no test failed. */
  onClose: (saved?: Channel) => void;
};

/** The fields of a new or existing channel. Stored secrets can be replaced, but are never shown. */
export function ChannelDialog({ channel: given, initialKind, onCreated, onClose }: ChannelDialogProps) {
  const [channel, setChannel] = useState(given);
  const [kind, setKind] = useState(channel?.kind ?? initialKind ?? "slack");
  const [isChoosing, setIsChoosing] = useState(channel === null && initialKind === undefined);
  const [name, setName] = useState(channel?.name ?? "");
  const [typed, setTyped] = useState<Typed>(channel ? typedOf(channel) : {});
  const [refusal, setRefusal] = useState<string>();
  const create = useCreateChannel();
  const update = useUpdateChannel();
  const test = useTestChannel();
  const isPending = create.isPending || update.isPending || test.isPending;
  const fields = Object.entries(channelKindOf(kind).fields);
  const isOptional = (spec: (typeof fields)[number][1]): boolean =>
    isOptionalField(spec) || (channel !== null && spec.isSecret === true);
  const required = fields.filter(([, spec]) => !isOptional(spec));
  const isComplete = [name, ...required.map(([field]) => typed[field] ?? "")].every(
    (value) => value.trim() !== "",
  );
  const save = async (): Promise<Channel | undefined> => {
    const input = inputOf(kind, name, typed);
    if (channel) {
      const { id, revision } = channel;
      return update.mutateAsync({ id, revision, body: input });
    }
    const created = await create.mutateAsync(input as unknown as CreateChannel);
    if (created) onCreated(created);
    return created;
  };
  const submit = async () => {
    setRefusal(undefined);
    try {
      const saved = await save();
      if (!saved || !isTestable(saved)) return onClose(saved);
      setChannel(saved);
      const tried = await test.mutateAsync(saved.id);
      if (!tried || tried.status === "delivered") return onClose(saved);
      setRefusal(`Saved, but a test failed: ${tried.answer ?? "no answer."}`);
    } catch (error) {
      setRefusal(errorText(error));
    }
  };
  const unverifiedEmail = useUnverifiedEmail(channel ? "updateChannel" : "createChannel");
  const { label, guide, receives } = channelKindOf(kind);
  const shared = {
    size: "md",
    onClose: () => onClose(),
    aside: given === null && guide !== null && (
      <Box textStyle="smallStrong" color="accent.fg">
        <ExternalLink href={guide}>How to connect {label}</ExternalLink>
      </Box>
    ),
    ...verifyFirst(unverifiedEmail),
  } as const;
  if (isChoosing)
    return (
      <FormDialog
        title="Add channel"
        description="Where should Plumbline send findings?"
        submitLabel="Next"
        canSubmit
        onSubmit={async () => setIsChoosing(false)}
        {...shared}
      >
        <KindTiles
          value={kind}
          onChange={(next) => {
            setKind(next);
            setTyped({});
          }}
        />
      </FormDialog>
    );
  return (
    <FormDialog
      title={channel ? "Edit channel" : "Add channel"}
      description={channel ? undefined : `${label}. ${whatIsSent[receives]}`}
      submitLabel={channel ? "Save channel" : "Add channel"}
      canSubmit={isComplete && !isPending}
      onSubmit={submit}
      onBack={
        channel === null && !isPending
          ? () => {
              setRefusal(undefined);
              setIsChoosing(true);
            }
          : undefined
      }
      {...shared}
    >
      <TextField
        label="Name"
        autoFocus
        maxLength={100}
        autoComplete="off"
        value={name}
        error={refusal}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {fields.map(([field, spec]) => {
        const { label, help, isSecret = false } = spec;
        const set = (value: string | null) => setTyped((before) => ({ ...before, [field]: value }));
        const isRemoved = typed[field] === null;
        const control = {
          label,
          help,
          isOptional: isOptional(spec),
          disabled: isRemoved,
          value: typed[field] ?? "",
          onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
        };
        return isListField(spec) ? (
          <TextAreaField key={`${kind}-${field}`} rows={3} {...control} />
        ) : (
          // Browsers don't autofill secrets.
          <Fragment key={`${kind}-${field}`}>
            <TextField
              type={isSecret ? "password" : "text"}
              autoComplete={isSecret ? "new-password" : "off"}
              placeholder={
                isRemoved ? "Will be removed" : channel && isSecret ? "Keeps what is stored" : undefined
              }
              {...control}
            />
            {channel && isSecret && isOptionalField(spec) && (
              <TextButton
                alignSelf="flex-start"
                aria-label={`${isRemoved ? "Keep" : "Remove"} ${label}`}
                onClick={() => set(isRemoved ? "" : null)}
              >
                {isRemoved ? "Keep" : "Remove"}
              </TextButton>
            )}
          </Fragment>
        );
      })}
    </FormDialog>
  );
}

type KindTilesProps = { value: ChannelKind; onChange: (kind: ChannelKind) => void };

/** The kinds of channels by group. All groups are one choice. */
function KindTiles({ value, onChange }: KindTilesProps) {
  const name = useId();
  return channelGroups.map((group) => (
    <RadioCards
      key={group}
      areTiles
      name={name}
      label={group}
      options={channelKindNames
        .filter((kind) => channelKindOf(kind).group === group)
        .map((kind) => {
          const { label, line } = channelKindOf(kind);
          return { value: kind, label, help: line, icon: iconOf(kind) };
        })}
      value={value}
      onChange={onChange}
    />
  ));
}

const whatIsSent = {
  findings: "Nothing but a test is sent until a route uses the channel.",
  audit: "New entries of the audit log are sent a few minutes after they are recorded. It needs no route.",
};

/** Lists wait for their addresses to be confirmed, and a receiver of webhooks doesn't know its secret yet. */
const isTestable = ({ kind, addresses }: Channel): boolean =>
  addresses.length === 0 && !channelKindOf(kind).isSigned;
