import { Box, chakra, Grid, Icon } from "@chakra-ui/react";
import type { DetectorKey } from "@contract/detectors";
import {
  Activity,
  ArrowRight,
  ChartColumn,
  CircleOff,
  SquareDashed,
  Unplug,
  UserPlus,
  UserSearch,
  Users,
  UserX,
  type LucideIcon,
} from "lucide-react";
import { Link } from "react-router-dom";
import { paths } from "@/config/paths";
import { detectorNames } from "@/lib/detector-names";
import { Section } from "./section";

const checks: readonly [DetectorKey, LucideIcon][] = [
  ["event_count_change", Activity],
  ["event_stopped", CircleOff],
  ["event_property_stopped", Unplug],
  ["event_property_null_rate", SquareDashed],
  ["event_property_distribution", ChartColumn],
  ["user_property_stopped", UserX],
  ["user_property_null_rate", UserSearch],
  ["user_property_distribution", Users],
  ["user_profile_count_change", UserPlus],
];

/** The nine checks by name; what each means stands on the use-cases page. */
export const NineChecks = () => (
  <Section
    title="Nine checks, one report"
    action={<UseCasesLink />}
    borderTopWidth="0"
    pt={{ base: "6", sm: "10" }}
  >
    <Grid
      as="ul"
      templateColumns={{ base: "1fr", sm: "repeat(2, 1fr)", md: "repeat(3, 1fr)" }}
      borderWidth="1px"
      borderColor="border"
      borderRadius="card"
      overflow="hidden"
      gap="1px"
      bg="border"
    >
      {checks.map(([key, CheckIcon], index) => (
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
          gridColumn={index === checks.length - 1 ? { sm: "1 / -1", md: "auto" } : undefined}
        >
          <Icon boxSize="16px" color="accent.fg" aria-hidden>
            <CheckIcon strokeWidth={1.75} />
          </Icon>
          {detectorNames[key]}
        </chakra.li>
      ))}
    </Grid>
    <Box textStyle="small" color="fg.muted" mt="4">
      Days to look back and the percentage that matters are set per check.
    </Box>
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
      <Icon boxSize="15px" aria-hidden>
        <ArrowRight strokeWidth={2.1} />
      </Icon>
    </Link>
  </chakra.span>
);
