import { chakra, Heading, Icon } from "@chakra-ui/react";
import { beganText, type Began } from "@contract/incidents/began-together";
import { CalendarDays, Flag, ListFilter, Package, type LucideIcon } from "lucide-react";
import { countOf } from "@/lib/format";

type BeganHeaderProps = { id?: string; as?: "h2" | "h3"; began: Began; count: number };

/** "Began Nov 21, the day of “Checkout v2 live”: 8 incidents", as the heading of a group. */
export function BeganHeader({ id, as = "h2", began, count }: BeganHeaderProps) {
  return (
    <>
      <Icon as={iconOf(began)} boxSize="15px" color="fg.muted" hideBelow="sm" />
      <Heading as={as} {...(id !== undefined && { id })} textStyle="cardSubtitle" overflowWrap="anywhere">
        {beganText(began)}
        <chakra.span fontWeight="400" color="fg.muted">
          : {countOf(count, "incident")}
        </chakra.span>
      </Heading>
    </>
  );
}

function iconOf({ change, segment }: Began): LucideIcon {
  if (change) return change.kind === "annotation" ? Flag : Package;
  return segment ? ListFilter : CalendarDays;
}
