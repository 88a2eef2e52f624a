import { chakra, Stack } from "@chakra-ui/react";
import { channelKindSchema, type Channel } from "@contract/channels/channels";
import { channelKindOf } from "@contract/channels/kinds";
import { useQuery } from "@tanstack/react-query";
import { membersChannel } from "@contract/channels/routes";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { bodyRows, Card, CardBody, CardHeader } from "@/components/layout/card";
import { Notice } from "@/components/states/notice";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { ListState } from "@/components/states/list-state";
import type { Secret } from "./channel-row";
import { NewSecret } from "../new-secret";
import { channelsQuery, useRetryChannel } from "@/data/channels";
import { toastOutcome } from "@/lib/toast";
import { SettingsLayout } from "../settings-layout";
import { ChannelDialog } from "./channel-dialog";
import { ChannelRow } from "./channel-row";
import { DeliveriesCard } from "./deliveries-card";
import { RouteDialog } from "./route-dialog";
import { RoutesCard } from "./routes-card";

/** Channels, the routes to them, and deliveries. */
export const ChannelsPage = () => (
  <SettingsLayout>
    <Channels />
  </SettingsLayout>
);

function Channels() {
  const channels = useQuery(channelsQuery());
  // Other pages link to the form of a kind.
  const asked = channelKindSchema.safeParse(useSearchParams()[0].get("add"));
  /** The channel in the dialog; null for a new one. */
  const [edited, setEdited] = useState<Channel | null | undefined>(asked.success ? null : undefined);
  const [secret, setSecret] = useState<Secret>();
  /** Whoever came to be told of findings goes on to the channel's route: without one, nothing is sent. */
  const [added, setAdded] = useState<Channel>();
  const retry = useRetryChannel();
  const routable = channels.data?.filter(({ kind }) => channelKindOf(kind).receives === "findings") ?? [];
  const failing = channels.data?.filter(({ failingSince }) => failingSince !== null) ?? [];
  return (
    <>
      <Stack gap="4">
        {failing.map(({ id, name, failingSince }) => (
          <Notice
            key={id}
            tone="alert"
            title={
              <>
                “{name}” hasn't accepted messages since <DateTime at={failingSince!} />
              </>
            }
            action={
              <Button
                size="xs"
                disabled={retry.isPending}
                onClick={() =>
                  toastOutcome(retry.mutateAsync(id), `Trying ${name} again`, "Unable to try again")
                }
              >
                Retry now
              </Button>
            }
          >
            Plumbline retries each message for 24 hours, then emails the admins.
          </Notice>
        ))}
        {secret && (
          <NewSecret
            title={`signing secret of “${secret.name}”`}
            kind="signing secret"
            secret={secret.signingSecret}
            onDone={() => setSecret(undefined)}
          />
        )}
        <Card>
          <CardHeader
            title="Channels"
            note={channels.data && channels.data.length > 0 ? channels.data.length : undefined}
            actions={
              <Button onClick={() => setEdited(null)}>
                <Plus size={16} aria-hidden />
                Add channel
              </Button>
            }
          />
          <CardBody>
            <ListState
              query={channels}
              what="channels"
              empty={
                channels.data?.length === 0 && {
                  title: "No channels yet",
                  text: "Members with email on get findings by email. Add a channel to send them elsewhere, too.",
                }
              }
            />
            <chakra.ul listStyleType="none" css={bodyRows}>
              {channels.data?.map((channel) => (
                <ChannelRow
                  key={channel.id}
                  channel={channel}
                  onEdit={() => setEdited(channel)}
                  onNewSecret={setSecret}
                />
              ))}
            </chakra.ul>
          </CardBody>
        </Card>
        {channels.data && (
          <>
            <RoutesCard channels={routable} />
            <DeliveriesCard channels={[membersChannel, ...channels.data]} />
          </>
        )}
      </Stack>
      {edited !== undefined && (
        <ChannelDialog
          channel={edited}
          initialKind={asked.data ?? "slack"}
          onClose={(saved) => {
            setEdited(undefined);
            const isNew = saved !== undefined && edited === null;
            // A webhook's secret has to be copied first.
            if (isNew && asked.success && !channelKindOf(saved.kind).isSigned) setAdded(saved);
          }}
          onCreated={({ name, signingSecret }) => {
            if (signingSecret !== null) setSecret({ name, signingSecret });
          }}
        />
      )}
      {added && (
        <RouteDialog
          route={null}
          channels={[added, ...routable.filter(({ id }) => id !== added.id)]}
          onClose={() => setAdded(undefined)}
        />
      )}
    </>
  );
}
