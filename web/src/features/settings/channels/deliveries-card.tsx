import { Box, chakra, Flex } from "@chakra-ui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Channel, Delivery } from "@contract/channels/channels";
import type { RefObject } from "react";
import { Badge } from "@/components/badges/badge";
import { bodyRows, Card, CardBody, CardHeader } from "@/components/layout/card";
import { DateTime } from "@/components/ui/date-time";
import { Select } from "@/components/ui/field";
import { SmallText } from "@/components/ui/text";
import { ListState, NextPage } from "@/components/states/list-state";
import { deliveriesQuery } from "@/data/channels";
import { loadAgain } from "@/lib/query-client";
import { deliveryText } from "./channel-text";

type DeliveriesCardProps = {
  channels: readonly Pick<Channel, "id" | "name">[];
  /** Empty for all. */
  channelId: string;
  onChange: (channelId: string) => void;
  /** Where the channel is chosen. */
  filter: RefObject<HTMLSelectElement | null>;
};

/** The messages sent and the responses to them. */
export function DeliveriesCard({ channels, channelId, onChange, filter }: DeliveriesCardProps) {
  const deliveries = useInfiniteQuery(deliveriesQuery(channelId));
  const items = deliveries.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card>
      <CardHeader
        title="Deliveries"
        note="Last 90 days"
        hasWideActions
        actions={
          <Select
            ref={filter}
            aria-label="Filter by channel"
            size="sm"
            all="All channels"
            options={channels.map(({ id, name }) => ({ value: id, label: name }))}
            value={channelId}
            onChange={onChange}
          />
        }
      />
      <CardBody>
        <ListState
          query={deliveries}
          what="deliveries"
          onRetry={() => loadAgain(deliveries)}
          empty={
            deliveries.data &&
            items.length === 0 && {
              title: "Nothing sent yet",
              text: "Messages appear here after a run that has something to report.",
            }
          }
        />
        <chakra.ul css={bodyRows}>
          {items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              channelName={channels.find(({ id }) => id === delivery.channelId)?.name ?? "Deleted channel"}
            />
          ))}
        </chakra.ul>
        <NextPage query={deliveries} label="Show more" />
      </CardBody>
    </Card>
  );
}

const tones = { delivered: "quiet", waiting: "muted", failed: "alert" } as const;

const DeliveryRow = ({ delivery, channelName }: { delivery: Delivery; channelName: string }) => (
  <Flex as="li" gap="3" py="2.5" align="center" wrap="wrap" borderTopWidth="1px">
    <Box flex="1" minW="200px" overflowWrap="anywhere">
      <Box fontWeight="520">{delivery.title}</Box>
      <SmallText>
        {channelName} · <DateTime at={delivery.createdAt} />
        {delivery.nextTryAt && (
          <>
            {delivery.attempts === 0 ? " · will be sent " : " · next try "}
            <DateTime at={delivery.nextTryAt} />
          </>
        )}
      </SmallText>
    </Box>
    <Badge tone={delivery.status === "waiting" && delivery.answer ? "alert" : tones[delivery.status]}>
      {deliveryText(delivery)}
    </Badge>
  </Flex>
);
