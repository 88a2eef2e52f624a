import { Box, Flex, Grid } from "@chakra-ui/react";
import type { Channel } from "@contract/channels/channels";
import { channelKindOf } from "@contract/channels/kinds";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Check, Clock, X } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/badges/badge";
import { RowMenu } from "@/components/choices/action-menu";
import { cardRow } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SmallText } from "@/components/ui/text";
import {
  deliveriesQuery,
  useDeleteChannel,
  useRetryChannel,
  useRotateSecret,
  useSwitchChannel,
  useTestChannel,
} from "@/data/channels";
import { toast, toastError, toastFailure, toastOutcome } from "@/lib/toast";
import { lastTexts, stateOf } from "./channel-text";
import { KindIcon } from "./kind-icon";

export type Secret = { name: string; signingSecret: string };

type ChannelRowProps = {
  channel: Channel;
  onEdit: () => void;
  onShowDeliveries: () => void;
  onNewSecret: (secret: Secret) => void;
  onRemove: (channelId: string) => void;
};

/** A channel with its state, its last message, and what can be done with it. */
export function ChannelRow({ channel, onEdit, onShowDeliveries, onNewSecret, onRemove }: ChannelRowProps) {
  const { id, kind, name, target, addresses, isOn } = channel;
  const [question, setQuestion] = useState<"remove" | "rotate">();
  const test = useTestChannel();
  const retry = useRetryChannel();
  const remove = useDeleteChannel();
  const turn = useSwitchChannel();
  const rotate = useRotateSecret();
  const { label, fields, isSigned } = channelKindOf(kind);
  const state = stateOf(channel);
  const deliveries = useInfiniteQuery({ ...deliveriesQuery(id), enabled: state === "failing" });
  const page = deliveries.data?.pages[0];
  const [first, second] = lastTexts(channel, page);
  const flagged = addresses.filter(({ leftAt }) => leftAt !== undefined);

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
    try {
      const rotated = await rotate.mutateAsync(id);
      if (rotated) onNewSecret({ name, signingSecret: rotated.signingSecret });
    } catch (error) {
      toastError(error, "Unable to rotate the secret");
    }
  };
  const resend = () =>
    toastOutcome(retry.mutateAsync(id), "Confirmation sent", "Unable to send the confirmation");
  // Tests aren't repeated, so without a waiting message there is nothing to try again but a new one.
  const hasWaiting = page?.items.some(({ nextTryAt }) => nextTryAt !== null) ?? true;
  const tryAgain = () =>
    hasWaiting
      ? toastOutcome(retry.mutateAsync(id), `Trying ${name} again`, "Unable to try again")
      : void sendTest();
  const [main, press] =
    state === "failing"
      ? ["Retry", tryAgain]
      : state === "waiting"
        ? ["Resend", resend]
        : ["Test", () => void sendTest()];

  return (
    <Grid
      as="li"
      data-row={id}
      {...cardRow}
      py="3"
      templateColumns={columns}
      columnGap="3"
      alignItems="center"
    >
      <KindIcon kind={kind} boxSize="18px" />
      <Box minW="0" overflowWrap="anywhere">
        <Box fontWeight="560">{name}</Box>
        <SmallText>
          {label}
          {target !== label && target !== name && `, ${target}`}
        </SmallText>
        {flagged.length > 0 && (
          <Box textStyle="small" color="warning.fg">
            Left or got a lower role, but still gets these emails:{" "}
            {flagged.map(({ email }) => email).join(", ")}
          </Box>
        )}
      </Box>
      <Flex
        display={{ base: "flex", lg: "contents" }}
        gridColumn="2 / -1"
        gridRow="2"
        columnGap="3"
        align="flex-start"
        mt="1"
      >
        <Box flexShrink={0}>
          <StateBadge state={state} />
        </Box>
        <Box minW="0" textStyle="small" overflowWrap="anywhere">
          <Box color={state === "failing" ? "alert.fg" : undefined}>{first}</Box>
          <Box color="fg.muted">{second}</Box>
        </Box>
      </Flex>
      <Flex gap="1" justify="flex-end" align="center">
        <Button
          size="xs"
          aria-label={main === "Resend" ? `Resend confirmations for ${name}` : `${main} ${name}`}
          disabled={test.isPending || retry.isPending}
          onClick={press}
        >
          {main}
        </Button>
        <RowMenu
          of={name}
          choices={[
            state === "failing" && { label: "Test", run: () => void sendTest() },
            {
              label: "Edit",
              ...(Object.values(fields).some(({ isSecret }) => isSecret) && {
                help: "You can also replace secrets",
              }),
              run: onEdit,
            },
            state !== "waiting" &&
              addresses.some(({ confirmedAt }) => confirmedAt === null) && {
                label: "Resend confirmations",
                run: resend,
              },
            isSigned && { label: "Rotate secret…", run: () => setQuestion("rotate") },
            { label: "Show deliveries", run: onShowDeliveries },
            {
              label: isOn ? "Turn off" : "Turn on",
              startsGroup: true,
              run: () =>
                toastOutcome(
                  turn.mutateAsync({ id, isOn: !isOn }),
                  isOn ? `${name} is off` : `${name} is on`,
                  "Unable to change the channel",
                ),
            },
            { label: "Remove…", run: () => setQuestion("remove") },
          ]}
        />
      </Flex>
      <ConfirmDialog
        isOpen={question === "remove"}
        title={`Remove “${name}”?`}
        text="Its routes are removed too. Messages waiting to be sent to it are dropped."
        confirmLabel="Remove channel"
        onClose={() => setQuestion(undefined)}
        onConfirm={() => {
          onRemove(id);
          toastOutcome(remove.mutateAsync(id), "Channel removed", "Unable to remove the channel");
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
    </Grid>
  );
}

/** Icon, name, state, last message, actions; on small screens, state and last message are below the name. */
const columns = {
  base: "18px minmax(0, 1fr) auto",
  lg: "18px minmax(0, 4fr) 104px minmax(0, 4fr) auto",
};

function StateBadge({ state }: { state: ReturnType<typeof stateOf> }) {
  switch (state) {
    case "off":
      return <Badge tone="muted">Off</Badge>;
    case "untested":
      return <Badge tone="muted">Not tested</Badge>;
    case "failing":
      return (
        <Badge tone="alert">
          <X />
          Failing
        </Badge>
      );
    case "waiting":
      return (
        <Badge tone="muted">
          <Clock />
          Waiting
        </Badge>
      );
    case "connected":
      return (
        <Badge tone="quiet">
          <Check />
          Connected
        </Badge>
      );
  }
}
