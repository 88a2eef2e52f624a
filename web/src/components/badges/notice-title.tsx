import { Flex, type FlexProps, Icon } from "@chakra-ui/react";
import type { NewName } from "@contract/names/names";
import {
  ArrowRightLeft,
  Braces,
  CircleDashed,
  CirclePlus,
  Copy,
  Layers,
  type LucideIcon,
  ShieldAlert,
} from "lucide-react";

const icons: Record<NewName["kind"], LucideIcon> = {
  new: CirclePlus,
  renamed: ArrowRightLeft,
  near_duplicate: Copy,
  type_changed: Braces,
  personal_data: ShieldAlert,
  silent: CircleDashed,
  self_changing: Layers,
};

/** What happened to a name. Amber if it is about the data's quality, rather than about the name. */
export function NoticeTitle({
  notice: { kind, title },
  ...rest
}: { notice: Pick<NewName, "kind" | "title"> } & FlexProps) {
  const isTrouble = kind === "type_changed" || kind === "personal_data";
  return (
    <Flex
      align="center"
      gap="2"
      flexShrink="0"
      textStyle={isTrouble ? "smallStrong" : "small"}
      color={isTrouble ? "warning.fg" : "fg.muted"}
      {...rest}
    >
      <Icon as={icons[kind]} boxSize="15px" />
      {title}
    </Flex>
  );
}
