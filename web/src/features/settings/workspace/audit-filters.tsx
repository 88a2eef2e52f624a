import { Grid } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import {
  auditAreas,
  auditVias,
  type AuditArea,
  type AuditEntry,
  type AuditFilter,
} from "@contract/workspaces";
import { Select } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { membersQuery } from "@/data/workspaces";

/** The filter as in the URL; an empty text matches everything. Days are those of the browser's time zone. */
export type AuditSearch = Record<"person" | "area" | "via" | "from" | "to", string>;

export const auditSearchOf = (search: URLSearchParams): AuditSearch => ({
  person: search.get("person") ?? "",
  area: search.get("area") ?? "",
  via: search.get("via") ?? "",
  from: search.get("from") ?? "",
  to: search.get("to") ?? "",
});

/** What the API is asked for. A value that it doesn't know is left out. */
export function auditFilterOf({ person, area, via, from, to }: AuditSearch): AuditFilter {
  const since = startOf(from);
  const until = startOf(to, 1);
  const knownArea = auditAreas.find((each) => each === area);
  const knownVia = auditVias.find((each) => each === via);
  return {
    ...(person && { person }),
    ...(knownArea && { area: knownArea }),
    ...(knownVia && { via: knownVia }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

/** When a day begins here, or the day that is `later` days after it; null for anything but a day. */
function startOf(day: string, later = 0): string | null {
  const parts = /^(20\d\d)-(\d\d)-(\d\d)$/.exec(day);
  if (!parts) return null;
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later).toISOString();
}

const areaNames: Record<AuditArea, string> = {
  workspace: "Workspace",
  member: "Members",
  invitation: "Invitations",
  connection: "Connections",
  setup: "Setups",
  exclusion: "Exclusions",
  segments: "Segments",
  name: "New names",
  run: "Runs",
  release: "Releases",
  token: "API tokens",
  channel: "Channels",
  route: "Routes",
  billing: "Billing",
};

export const viaNames: Record<AuditEntry["via"], string> = {
  web: "Web",
  api: "API",
  cli: "Command line",
  assistant: "Assistant",
};

const dayFields = [
  ["from", "First day"],
  ["to", "Last day"],
] as const;

type AuditFiltersProps = {
  search: AuditSearch;
  /** People in the loaded entries, who may have left. */
  people: readonly string[];
  onChange: (name: keyof AuditSearch, value: string) => void;
};

export function AuditFilters({ search, people, onChange }: AuditFiltersProps) {
  const members = useQuery(membersQuery()).data ?? [];
  const emails = [...new Set([...members.map(({ email }) => email), ...people, search.person])].filter(
    Boolean,
  );
  const selects = [
    {
      name: "person",
      label: "Person",
      all: "Everyone",
      options: emails.sort().map((email) => [email, email]),
    },
    { name: "area", label: "What", all: "Everything", options: Object.entries(areaNames) },
    { name: "via", label: "From where", all: "Anywhere", options: Object.entries(viaNames) },
  ] as const;
  return (
    <Grid templateColumns={{ base: "1fr 1fr", lg: "2fr 1.3fr 1.3fr 1fr 1fr" }} gap="2" mb="4">
      {selects.map(({ name, label, all, options }) => (
        <Select
          key={name}
          size="sm"
          aria-label={label}
          all={all}
          options={options.map(([value, text]) => ({ value, label: text }))}
          value={search[name]}
          onChange={(value) => onChange(name, value)}
        />
      ))}
      {dayFields.map(([name, label]) => (
        <Input
          key={name}
          type="date"
          size="sm"
          aria-label={label}
          title={label}
          min="2000-01-01"
          max="2099-12-31"
          value={search[name]}
          onChange={(event) => onChange(name, event.currentTarget.value)}
        />
      ))}
    </Grid>
  );
}
