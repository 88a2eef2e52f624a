import { Icon } from "@chakra-ui/react";
import { channelKindOf, type ChannelIcon, type ChannelKind } from "@contract/channels/kinds";
import {
  CircleDot,
  Hash,
  Mail,
  MessageSquare,
  Siren,
  SquareKanban,
  Ticket,
  UsersRound,
  Webhook,
  type LucideIcon,
} from "lucide-react";

const icons: Record<ChannelIcon, LucideIcon> = {
  mail: Mail,
  hash: Hash,
  "message-square": MessageSquare,
  webhook: Webhook,
  siren: Siren,
  ticket: Ticket,
  "circle-dot": CircleDot,
  "square-kanban": SquareKanban,
};

export const iconOf = (kind: ChannelKind): LucideIcon => icons[channelKindOf(kind).icon];

/** A channel kind's icon; without a kind, the members'. */
export const KindIcon = ({ kind, boxSize = "16px" }: { kind: ChannelKind | undefined; boxSize?: string }) => (
  <Icon as={kind ? iconOf(kind) : UsersRound} boxSize={boxSize} color="fg.muted" />
);
