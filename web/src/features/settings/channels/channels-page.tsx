import { chakra, Stack } from "@chakra-ui/react";
import { channelKindSchema, type Channel } from "@contract/channels/channels";
import { channelKindOf } from "@contract/channels/kinds";
import { useQuery } from "@tanstack/react-query";
import { membersChannel } from "@contract/channels/routes";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Card, CardBody, CardHeader, flushRows } from "@/components/layout/card";
import { useRowFocus } from "@/components/layout/use-row-focus";
import { Button } from "@/components/ui/button";
import { ListState } from "@/components/states/list-state";
import { NewSecret } from "../new-secret";
import { channelsQuery } from "@/data/channels";
import { SettingsLayout } from "../settings-layout";
import { ChannelDialog } from "./channel-dialog";
import { ChannelRow, type Secret } from "./channel-row";
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
  const [list, onRemove] = useRowFocus<HTMLUListElement>();
  // Other pages link to the form of a kind.
  const [search, setSearch] = useSearchParams();
  const asked = channelKindSchema.safeParse(search.get("add"));
  /** The channel in the dialog; null for a new one. */
  const [edited, setEdited] = useState<Channel | null | undefined>(asked.success ? null : undefined);
  const [secret, setSecret] = useState<Secret>();
  /** The channel whose deliveries are shown; empty for all. */
  const [shown, setShown] = useState("");
  const deliveriesFilter = useRef<HTMLSelectElement>(null);
  /** Whoever came to be told of findings goes on to the channel's route: without one, nothing is sent. */
  const [added, setAdded] = useState<Channel>();
  const routable = channels.data?.filter(({ kind }) => channelKindOf(kind).receives === "findings") ?? [];
  return (
    <>
      <Stack gap="4">
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
                <Plus size={16} />
                Add channel
              </Button>
            }
          />
          {(channels.isError || !channels.data?.length) && (
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
            </CardBody>
          )}
          <chakra.ul ref={list} css={flushRows}>
            {channels.data?.map((channel) => (
              <ChannelRow
                key={channel.id}
                channel={channel}
                onEdit={() => setEdited(channel)}
                onShowDeliveries={() => {
                  setShown(channel.id);
                  deliveriesFilter.current?.focus();
                }}
                onNewSecret={setSecret}
                onRemove={onRemove}
              />
            ))}
          </chakra.ul>
        </Card>
        {channels.data && (
          <>
            <RoutesCard channels={routable} />
            <DeliveriesCard
              channels={[membersChannel, ...channels.data]}
              channelId={shown}
              onChange={setShown}
              filter={deliveriesFilter}
            />
          </>
        )}
      </Stack>
      {edited !== undefined && (
        <ChannelDialog
          channel={edited}
          initialKind={asked.data}
          onClose={(saved) => {
            setEdited(undefined);
            if (asked.success) setSearch({}, { replace: true });
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
          targets={[added, ...routable.filter(({ id }) => id !== added.id)]}
          onClose={() => setAdded(undefined)}
        />
      )}
    </>
  );
}
