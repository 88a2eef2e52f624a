import { Box, Flex, Icon } from "@chakra-ui/react";
import type { Channel } from "@contract/channels/channels";
import { channelKindOf, type ChannelIcon } from "@contract/channels/kinds";
import { Hash, Mail, MessageSquare, Siren, Ticket, Webhook, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/badges/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DateTime } from "@/components/ui/date-time";
import { Switch } from "@/components/ui/switch";
import { SmallText } from "@/components/ui/text";
import {
  useDeleteChannel,
  useRetryChannel,
  useRotateSecret,
  useSwitchChannel,
  useTestChannel,
} from "@/data/channels";
import { toast, toastError, toastOutcome, toastFailure } from "@/lib/toast";

const icons: Record<ChannelIcon, LucideIcon> = {
  mail: Mail,
  hash: Hash,
  "message-square": MessageSquare,
  webhook: Webhook,
  siren: Siren,
  ticket: Ticket,
};

export type Secret = { name: string; signingSecret: string };

type ChannelRowProps = { channel: Channel; onEdit: () => void; onNewSecret: (secret: Secret) => void };

/** A channel with its state and actions. */
export function ChannelRow({ channel, onEdit, onNewSecret }: ChannelRowProps) {
  const { id, kind, name, target, addresses, lastAnswer, isOn } = channel;
  const [question, setQuestion] = useState<"delete" | "rotate">();
  const test = useTestChannel();
  const retry = useRetryChannel();
  const remove = useDeleteChannel();
  const turn = useSwitchChannel();
  const rotate = useRotateSecret();
  const { icon, label, isSigned } = channelKindOf(kind);
  const KindIcon = icons[icon];
  const left = addresses.filter(({ leftAt }) => leftAt !== undefined);
  const waiting = addresses.filter(({ confirmedAt }) => confirmedAt === null);

  const sendTest = async () => {
    try {
      const delivery = await test.mutateAsync(id);
      if (!delivery) return;
      if (delivery.status === "delivered")
        toast({ title: `Test sent to ${name}`, description: delivery.answer ?? "" });
      else toastFailure(`Test to ${name} failed`, delivery.answer ?? "");
    } catch (error) {
      toastError(error, "Unable to send the test");
    }
  };
  const rotateSecret = async () => {
    setQuestion(undefined);
    try {
      const rotated = await rotate.mutateAsync(id);
      if (rotated) onNewSecret({ name, signingSecret: rotated.signingSecret });
    } catch (error) {
      toastError(error, "Unable to rotate the secret");
    }
  };

  return (
    <Flex as="li" gap="3" py="3" align="center" wrap="wrap" borderTopWidth="1px" borderColor="border">
      <Icon as={KindIcon} boxSize="18px" color="fg.muted" aria-hidden strokeWidth={1.75} />
      <Box flex="1" minW="180px">
        <Flex gap="2" align="center" wrap="wrap">
          <Box as="span" fontWeight="520" overflowWrap="anywhere">
            {name}
          </Box>
          <StateBadge channel={channel} />
        </Flex>
        <SmallText overflowWrap="anywhere">
          {label}
          {target !== label && `, ${target}`}
        </SmallText>
        {left.length > 0 && (
          <Box textStyle="small" color="warning.fg" overflowWrap="anywhere">
            Left the workspace, but still gets these emails: {left.map(({ email }) => email).join(", ")}
          </Box>
        )}
        <Box textStyle="small" color={lastAnswer && !lastAnswer.isDelivered ? "alert.fg" : "fg.muted"}>
          {waiting.length > 0 && `Not confirmed: ${waiting.map(({ email }) => email).join(", ")}. `}
          {lastAnswer && (
            <>
              {lastAnswer.text} <DateTime at={lastAnswer.at} />
            </>
          )}
        </Box>
      </Box>
      <Flex gap="2" wrap="wrap" align="center">
        <Switch
          aria-label={`Send messages to ${name}`}
          checked={isOn}
          disabled={turn.isPending}
          onCheckedChange={(next) =>
            toastOutcome(
              turn.mutateAsync({ id, isOn: next }),
              next ? `${name} is on` : `${name} is off`,
              "Unable to change the channel",
            )
          }
        />
        <Button aria-label={`Test ${name}`} disabled={test.isPending} onClick={() => void sendTest()}>
          Test
        </Button>
        <Button aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        {waiting.length > 0 && (
          <Button
            aria-label={`Resend confirmations for ${name}`}
            disabled={retry.isPending}
            onClick={() =>
              toastOutcome(retry.mutateAsync(id), "Confirmation sent", "Unable to send the confirmation")
            }
          >
            Resend
          </Button>
        )}
        {isSigned && (
          <Button aria-label={`Rotate the secret of ${name}`} onClick={() => setQuestion("rotate")}>
            Rotate secret
          </Button>
        )}
        <Button
          aria-label={`Delete ${name}`}
          disabled={remove.isPending}
          onClick={() => setQuestion("delete")}
        >
          Delete
        </Button>
      </Flex>
      <ConfirmDialog
        isOpen={question === "delete"}
        title={`Delete “${name}”?`}
        text="Its routes are deleted too. Messages waiting to be sent to it are dropped."
        confirmLabel="Delete channel"
        onClose={() => setQuestion(undefined)}
        onConfirm={() => {
          setQuestion(undefined);
          toastOutcome(remove.mutateAsync(id), "Channel deleted", "Unable to delete the channel");
        }}
      />
      <ConfirmDialog
        isOpen={question === "rotate"}
        title={`Rotate the secret of “${name}”?`}
        text="Messages are signed with the old and the new secret for 24 hours, then with the new one only."
        confirmLabel="Rotate secret"
        onClose={() => setQuestion(undefined)}
        onConfirm={() => void rotateSecret()}
      />
    </Flex>
  );
}

function StateBadge({ channel: { failingSince, addresses, kind, lastAnswer, isOn } }: { channel: Channel }) {
  if (!isOn) return <Badge tone="muted">Off</Badge>;
  if (failingSince !== null) return <Badge tone="alert">Failing</Badge>;
  const isConfirmed = addresses.some(({ confirmedAt }) => confirmedAt !== null);
  if (kind === "email" && !isConfirmed) return <Badge tone="muted">Waiting</Badge>;
  return lastAnswer === null ? null : <Badge tone="quiet">Connected</Badge>;
}
