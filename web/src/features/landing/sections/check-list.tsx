import { chakra, Grid, Icon } from "@chakra-ui/react";
import { descriptors } from "@contract/detectors/descriptors";
import {
  ArrowRight,
  Activity,
  ChartColumn,
  CircleOff,
  type LucideIcon,
  SquareDashed,
  Unplug,
  UserPlus,
  UserSearch,
  Users,
  UserX,
} from "lucide-react";
import { Link } from "react-router-dom";
import { capitalized } from "@/lib/format";
import { paths } from "@/config/paths";
import { checkCount } from "@/lib/detector-names";
import { SmallText } from "@/components/ui/text";
import { Section } from "../section";
import type { DetectorIcon } from "@contract/detectors/descriptor";

/** Every check by name; the use-cases page explains each. */
export const CheckList = () => (
  <Section
    title={`${capitalized(checkCount)} checks, one report`}
    action={<UseCasesLink />}
    borderTopWidth="0"
    pt={{ base: "6", sm: "10" }}
  >
    <Grid
      as="ul"
      templateColumns={{ base: "1fr", sm: "repeat(2, 1fr)", md: "repeat(3, 1fr)" }}
      borderWidth="1px"
      borderRadius="card"
      overflow="hidden"
      gap="1px"
      bg="border"
    >
      {descriptors.map(({ key, name, icon }, index) => (
        <chakra.li
          key={key}
          display="flex"
          alignItems="center"
          gap="3"
          px="5"
          minH="54px"
          bg="bg.panel"
          textStyle="body"
          fontWeight="520"
          gridColumn={index === descriptors.length - 1 ? { sm: "1 / -1", md: "auto" } : undefined}
        >
          <Icon as={detectorIcons[icon]} boxSize="16px" color="accent.fg" />
          {name}
        </chakra.li>
      ))}
    </Grid>
    <SmallText mt="4">You choose the days to check and the threshold for each check.</SmallText>
  </Section>
);

const UseCasesLink = () => (
  <chakra.span textStyle="body" color="accent.fg" fontWeight="560">
    <Link
      to={paths.useCases}
      style={{
        color: "inherit",
        textDecoration: "none",
        display: "inline-flex",
        alignItems: "center",
        gap: "6px",
      }}
    >
      See the use cases
      <Icon as={ArrowRight} boxSize="15px" strokeWidth={2.1} />
    </Link>
  </chakra.span>
);

/** The icon component for each icon name that a detector's descriptor may use. */
const detectorIcons: Readonly<Record<DetectorIcon, LucideIcon>> = {
  activity: Activity,
  "circle-off": CircleOff,
  unplug: Unplug,
  "square-dashed": SquareDashed,
  "chart-column": ChartColumn,
  "user-x": UserX,
  "user-search": UserSearch,
  users: Users,
  "user-plus": UserPlus,
};
