import { Box, Grid } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { detectorKeys, detectorOf } from "@contract/detectors";
import type { Incident } from "@contract/incidents";
import { beginningOfIncident, segmentName, segmentOfIncident } from "@contract/incidents/began-together";
import { ListFilter } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/field";
import { connectionsQuery } from "@/data/connections";
import { membersQuery } from "@/data/workspaces";
import { formatShortProjectDay } from "@/lib/format";
import { connectionLabel } from "@/lib/names";

const names = ["text", "connection", "check", "segment", "assignee", "since"] as const;
export type IncidentFilter = Record<(typeof names)[number], string>;

/** Reads the filter from the URL. An empty string matches everything. */
export const filterOf = (search: URLSearchParams): IncidentFilter =>
  Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as IncidentFilter;

export const isFiltered = (filter: IncidentFilter): boolean => names.some((name) => filter[name] !== "");

const nobody = "nobody";

export function matchesFilter(incident: Incident, filter: IncidentFilter): boolean {
  const { finding, assignee, connectionId } = incident;
  const texts = [finding.headline, finding.reason, finding.cause ?? "", assignee?.name ?? ""];
  return (
    texts.join(" ").toLowerCase().includes(filter.text.trim().toLowerCase()) &&
    (filter.connection === "" || filter.connection === connectionId) &&
    (filter.check === "" || filter.check === finding.detector) &&
    (filter.segment === "" || filter.segment === segmentText(incident)) &&
    (filter.since === "" || filter.since === beginningOfIncident(incident).day) &&
    (filter.assignee === "" || filter.assignee === (assignee?.uid ?? nobody))
  );
}

function segmentText(incident: Incident): string {
  const segment = segmentOfIncident(incident);
  return segment ? segmentName(segment) : "";
}

type IncidentFiltersProps = {
  /** All loaded incidents. The selects offer values that these have. */
  incidents: readonly Incident[];
  /** More pages follow, so all connections, checks and members are offered. */
  hasMore: boolean;
  filter: IncidentFilter;
  onChange: (name: keyof IncidentFilter, value: string) => void;
};

export function IncidentFilters({ incidents, hasMore, filter, onChange }: IncidentFiltersProps) {
  /** On small screens, a button opens everything but the text filter. */
  const [isOpen, setIsOpen] = useState(false);
  const connections = useQuery(connectionsQuery());
  const members = useQuery({ ...membersQuery(), enabled: hasMore || filter.assignee !== "" });
  const labelOfConnection = (id: string) =>
    connectionLabel(connections.data?.find((connection) => connection.id === id));
  const people = new Map([
    ...(members.data ?? [])
      .filter(({ uid }) => hasMore || uid === filter.assignee)
      .map(({ uid, displayName }) => [uid, displayName] as const),
    ...incidents.flatMap(({ assignee }) => (assignee ? [[assignee.uid, assignee.name] as const] : [])),
  ]);
  const selects = [
    {
      name: "connection",
      label: "Connection",
      all: "All connections",
      options: distinct(
        hasMore
          ? (connections.data ?? []).map(({ id }) => id)
          : [...incidents.map((one) => one.connectionId), filter.connection],
        labelOfConnection,
      ),
    },
    {
      name: "check",
      label: "Check",
      all: "All checks",
      options: distinct(
        detectorKeys.filter(
          (key) =>
            hasMore || key === filter.check || incidents.some(({ finding }) => finding.detector === key),
        ),
        (key) => detectorOf(key).name,
      ),
    },
    {
      name: "segment",
      label: "Segment",
      all: "All segments",
      options: distinct(incidents.map(segmentText), (segment) => segment),
    },
    {
      name: "assignee",
      label: "Assigned to",
      all: "Anyone",
      options: [
        ...[...people].map(([value, label]) => ({ value, label })),
        ...(people.size > 0 ? [{ value: nobody, label: "Nobody" }] : []),
      ],
    },
    {
      name: "since",
      label: "Began",
      all: "Any day",
      options: distinct(
        incidents.map((incident) => beginningOfIncident(incident).day ?? ""),
        formatShortProjectDay,
      ),
    },
  ] as const;
  const shown = selects
    // A single option is no choice, but a filter set in the URL must be visible so that it can be cleared.
    .filter(({ name, options }) => (options.length > 1 && name !== "since") || filter[name] !== "");
  const active = selects.filter(({ name }) => filter[name] !== "").length;
  return (
    <Grid
      templateColumns={{
        base: shown.length > 0 ? "minmax(0, 1fr) auto" : "minmax(0, 1fr)",
        md: `minmax(0, 2fr) repeat(${Math.max(4, shown.length)}, minmax(0, 1fr))`,
      }}
      gap="2"
    >
      <SearchInput
        label="Filter by event, property or cause"
        shortcut="/"
        value={filter.text}
        onChange={(value) => onChange("text", value)}
      />
      {shown.length > 0 && (
        <Button
          hideFrom="md"
          aria-expanded={isOpen}
          aria-label={active > 0 ? `Filters, ${active} active` : "Filters"}
          px="2.5"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ListFilter />
          {active > 0 && active}
        </Button>
      )}
      <Box display="contents" css={isOpen ? {} : { mdDown: { display: "none" } }}>
        {shown.map(({ name, label, all, options }) => (
          <Select
            key={name}
            box={{ gridColumn: { base: "1 / -1", md: "auto" } }}
            size="sm"
            aria-label={label}
            all={all}
            options={[...options, ...unknown(filter[name], options)]}
            value={filter[name]}
            onChange={(value) => onChange(name, value)}
          />
        ))}
      </Box>
    </Grid>
  );
}

type Option = { value: string; label: string };

const distinct = <T extends string>(values: readonly T[], label: (value: T) => string): Option[] =>
  [...new Set(values)]
    .filter((value) => value !== "")
    .map((value) => ({ value, label: label(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));

/** An option for a value in the URL that no incident has. */
const unknown = (value: string, options: readonly Option[]): Option[] =>
  value === "" || options.some((option) => option.value === value) ? [] : [{ value, label: value }];
