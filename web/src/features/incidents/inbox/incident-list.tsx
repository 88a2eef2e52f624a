import { useIsNarrow } from "@/lib/use-is-narrow";
import { focusFilter, useShortcuts } from "@/lib/use-key-press";
import { Box, Flex, Grid } from "@chakra-ui/react";
import { maxBulkIncidents, type Incident, type IncidentAction } from "@contract/incidents";
import { beganTogether, beginningOfIncident, joinAlone } from "@contract/incidents/began-together";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router-dom";
import type { BackFrom } from "@/config/opened-from";
import { Card } from "@/components/layout/card";
import { useConnectionNames } from "@/data/connections";
import { useMay } from "@/data/use-current-workspace";
import { openActionMenu } from "@/components/choices/action-menu";
import { useIncidentActions } from "../actions/use-incident-actions";
import { listHints, listShortcuts } from "../shortcuts";
import { KeyHints } from "@/components/layout/key-hints";
import { ShortcutsHelp } from "@/components/layout/shortcuts-help";
import { wideAreas, wideColumns } from "./row-layout";
import { BulkBar } from "./bulk-bar";
import { GroupCard } from "./incident-group";
import { IncidentRow } from "./incident-row";

/** Incidents, those that began together in one group, with bulk actions by mouse and by keyboard. */
export function IncidentList({ incidents }: { incidents: readonly Incident[] }) {
  const canChange = useMay("changeIncidents", false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [showsHelp, setShowsHelp] = useState(false);
  const { act, isPending } = useIncidentActions();
  const selected = incidents.filter(({ id }) => chosen.has(id)).slice(0, maxBulkIncidents);
  const most = Math.min(incidents.length, maxBulkIncidents);
  const lastSelected = useRef<string>(null);
  /** Index of the row that last had the focus. When a row leaves the list, the next one takes its place. */
  const lastStop = useRef(0);
  const select = (id: string, isSelected: boolean) => {
    lastSelected.current = id;
    setChosen((before) => new Set(isSelected ? [...before, id] : [...before].filter((one) => one !== id)));
  };
  const selectGroup = (ids: readonly string[], isSelected: boolean) =>
    setChosen(
      (before) => new Set([...[...before].filter((id) => !ids.includes(id)), ...(isSelected ? ids : [])]),
    );
  const clear = () => setChosen(new Set());
  const selectAll = () => setChosen(new Set(incidents.slice(0, maxBulkIncidents).map(({ id }) => id)));
  /** Selects the rows from the last selected one to the focused one, in the order on the screen. */
  const selectRange = () => {
    const ids = rowLinks().flatMap(({ dataset }) => dataset["incident"] ?? []);
    const to = ids.indexOf(focusedId() ?? "");
    if (to < 0) return;
    const from = ids.indexOf(lastSelected.current ?? "");
    const [first, last] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
    setChosen((before) => new Set([...before, ...ids.slice(first, last + 1)]));
    lastSelected.current = ids[to]!;
  };
  const rememberStop = () => {
    isActing.current = false;
    const stop = focusedStop();
    if (stop >= 0) lastStop.current = stop;
  };
  /** Whether the rows of an action are about to leave, and the focus with them. */
  const isActing = useRef(false);
  const actOn = async (some: readonly Incident[], action: IncidentAction, note?: string) => {
    isActing.current = true;
    const isDone = await act(some, action, note);
    if (isDone) clear();
    return isDone;
  };
  const backFrom = (useLocation().state as BackFrom | null)?.incidentId;
  useEffect(() => {
    rowLinks()
      .find(({ dataset }) => dataset["incident"] === backFrom)
      ?.focus();
  }, [backFrom]);
  useLayoutEffect(() => {
    if (!isActing.current || document.activeElement !== document.body) return;
    const stops = listStops();
    stops[Math.min(stops.length - 1, lastStop.current)]?.focus();
  }, [incidents]);
  /** Opens a menu of the bulk bar. If nothing is selected, selects the focused incident first. */
  const openMenu = (name: string) => {
    const id = focusedId();
    if (selected.length === 0 && id !== null) flushSync(() => select(id, true));
    openActionMenu(name);
  };
  useShortcuts({
    j: () => moveFocus(1, lastStop),
    k: () => moveFocus(-1, lastStop),
    "/": focusFilter,
    "?": () => setShowsHelp(true),
    ...(canChange && {
      x: () => {
        const id = focusedId();
        if (id !== null) select(id, !chosen.has(id));
      },
      X: selectRange,
      a: () => {
        const some = selected.length > 0 ? selected : incidents.filter(({ id }) => id === focusedId());
        if (some.length > 0) void actOn(some, { kind: "acknowledge" });
      },
      i: () => openMenu("Assign"),
      m: () => openMenu("Mute"),
      e: () => openMenu("Close"),
      Escape: clear,
    }),
  });
  const isSelecting = selected.length > 0;
  const nameOfConnection = useConnectionNames();
  // A group stays one while its incidents leave, so that nothing moves.
  const [grouped, setGrouped] = useState<ReadonlySet<string>>(new Set());
  const groups = beganTogether(incidents, beginningOfIncident, grouped);
  const added = groups.filter(({ key, began }) => began !== null && !grouped.has(key));
  if (added.length > 0) setGrouped(new Set([...grouped, ...added.map(({ key }) => key)]));
  const isNarrow = useIsNarrow();
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const fold = (key: string, isFolded: boolean) =>
    setFolds((before) => new Map([...before, [key, isFolded]]));
  /** The arrow keys fold and unfold the focused group and move the focus to its heading or first row. */
  const foldByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const group = (event.target as HTMLElement).closest<HTMLElement>("[data-group]");
    const head = group?.querySelector<HTMLElement>("[aria-expanded]");
    if (!group || !head) return;
    event.preventDefault();
    const isFolded = event.key === "ArrowLeft";
    flushSync(() => fold(group.dataset["group"] ?? "", isFolded));
    (isFolded ? head : group.querySelector<HTMLElement>("[data-incident]"))?.focus();
  };
  return (
    <>
      {isSelecting && (
        <BulkBar
          selected={selected}
          most={most}
          isPending={isPending}
          onAct={(action, note) => actOn(selected, action, note)}
          onSelectAll={selectAll}
          onClear={clear}
        />
      )}
      <ColumnHeads hasCheckboxes={canChange} />
      <Flex direction="column" gap="4" onKeyDown={foldByKey} onFocus={rememberStop}>
        {joinAlone(groups).map(({ key, began, items }, index) => {
          const ids = items.map(({ id }) => id);
          const rows = items.map((incident) => (
            <IncidentRow
              key={incident.id}
              incident={incident}
              isSelected={chosen.has(incident.id)}
              onSelect={canChange ? (isSelected) => select(incident.id, isSelected) : undefined}
              isSelecting={isSelecting}
              isNarrow={isNarrow}
              connectionName={began ? null : nameOfConnection(incident.connectionId)}
            />
          ));
          if (!began)
            return (
              <Card key={key} overflow="hidden" css={{ "& li:first-of-type": { borderTopWidth: "0" } }}>
                <ul>{rows}</ul>
              </Card>
            );
          return (
            <GroupCard
              key={key}
              groupKey={key}
              began={began}
              count={items.length}
              connectionName={nameOfConnection(began.connectionId)}
              selected={ids.filter((id) => chosen.has(id)).length}
              onSelect={canChange ? (isSelected) => selectGroup(ids, isSelected) : undefined}
              isSelecting={isSelecting}
              isFolded={folds.get(key) ?? (isNarrow === true && index > 0)}
              onFold={(next) => fold(key, next)}
            >
              {rows}
            </GroupCard>
          );
        })}
      </Flex>
      {isSelecting && <Box h="88px" hideFrom="sm" />}
      <KeyHints hints={canChange ? listHints : listHints.slice(0, 2)} onShowAll={() => setShowsHelp(true)} />
      <ShortcutsHelp shortcuts={listShortcuts} isOpen={showsHelp} onClose={() => setShowsHelp(false)} />
    </>
  );
}

const rowLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("main [data-incident]")];

/** The incident whose row has the focus. */
const focusedId = (): string | null =>
  document.activeElement?.closest("li")?.querySelector<HTMLElement>("[data-incident]")?.dataset["incident"] ??
  null;

/** The links of the rows, and the headings of folded groups, in the order on the screen. */
const listStops = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(
    "main [data-incident], main [data-group] [aria-expanded='false']",
  ),
];

/** The place of the row or folded group that has the focus; -1 if none has. */
function focusedStop(): number {
  const current = document.activeElement?.closest("main li, [data-group]");
  return current ? listStops().findIndex((stop) => stop.closest("li, [data-group]") === current) : -1;
}

/** Focuses the next row's link or folded group's heading, starting from where the focus is or was last. */
function moveFocus(by: 1 | -1, last: RefObject<number>): void {
  const stops = listStops();
  const place = focusedStop();
  const next = place >= 0 ? place + by : by === 1 ? last.current : last.current - 1;
  last.current = Math.min(stops.length - 1, Math.max(0, next));
  stops[last.current]?.focus();
}

/** Column headings for all groups, above the first one. Each row tells screen readers the same. */
const ColumnHeads = ({ hasCheckboxes }: { hasCheckboxes: boolean }) => (
  <Grid
    aria-hidden
    hideBelow="lg"
    templateColumns={wideColumns}
    templateAreas={wideAreas}
    columnGap="3"
    ps={hasCheckboxes ? "51px" : "21px"}
    pe="21px"
    mb="2"
    textStyle="label"
    color="fg.muted"
  >
    <Box gridArea="days">Last 4 weeks</Box>
    <Box gridArea="used">Used by</Box>
  </Grid>
);
