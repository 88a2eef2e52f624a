import { Box, Flex, Icon } from "@chakra-ui/react";
import type { ChannelKind } from "@contract/channels/kinds";
import type { RouteInput } from "@contract/channels/routes";
import { Eye } from "lucide-react";
import { Strong } from "@/components/ui/text";
import { useRoutePreview } from "@/data/channels";
import { countOf } from "@/lib/format";
import { hasTickets } from "./channel-text";

const examples = 3;

type RoutePreviewProps = {
  route: RouteInput;
  /** Of the channel; undefined for members. */
  kind: ChannelKind | undefined;
};

/** What a route would have sent in the last 28 days. */
export function RoutePreview({ route, kind }: RoutePreviewProps) {
  const { data, isError } = useRoutePreview(route);
  const found = data?.matching ?? [];
  const more = found.length - examples;
  // A run's incidents are opened together and sent in one message.
  const messages = new Set(found.map(({ createdAt }) => createdAt)).size;
  const incidents = countOf(found.length, "new incident");
  const count = hasTickets(kind)
    ? countOf(found.length, "ticket")
    : route.timing.kind === "now" && found.length > 0
      ? `${incidents} in ${countOf(messages, "message")}`
      : incidents;
  return (
    <Flex
      role="status"
      gap="3"
      p="3"
      minH="44px"
      bg="bg.subtle"
      borderWidth="1px"
      borderRadius="control"
      textStyle="small"
      color="fg.muted"
      overflowWrap="anywhere"
    >
      <Icon as={Eye} boxSize="16px" mt="0.5" />
      {isError && !data && "Unable to load the preview."}
      {data && (
        <Box minW="0">
          <Strong>In the last 28 days: {count}.</Strong>{" "}
          {found
            .slice(0, examples)
            .map(({ headline }) => headline)
            .join(", ")}
          {more > 0 && ` and ${more} more`}
        </Box>
      )}
    </Flex>
  );
}
