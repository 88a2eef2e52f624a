import { Box, chakra, Flex } from "@chakra-ui/react";
import { maxBulkIncidents, type Incident, type IncidentAction } from "@contract/incidents";
import { hasRole } from "@contract/workspaces";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ViewsOf } from "@/components/incidents/incident-order";
import { Card, CardHeader } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { useCurrentWorkspace } from "@/data/use-current-workspace";
import { countOf } from "@/lib/format";
import { groupByCause } from "./cause-groups";
import { openActionMenu } from "./actions/action-menu";
import { IncidentActions } from "./actions/incident-actions";
import { useIncidentActions } from "./actions/use-incident-actions";
import { IncidentRow } from "./incident-row";
import { listShortcuts } from "./shortcuts";
import { ShortcutsHelp } from "./shortcuts-help";
import { useShortcuts } from "./use-shortcuts";

/** Incidents by cause, with what can be done to several of them at once, by mouse and by keyboard. */
export function IncidentList({ incidents, viewsOf }: { incidents: readonly Incident[]; viewsOf: ViewsOf }) {
  const workspace = useCurrentWorkspace();
  const canChange = workspace !== undefined && hasRole(workspace.role, "editor");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [showsHelp, setShowsHelp] = useState(false);
  const { act, isPending } = useIncidentActions();
  const selected = incidents.filter(({ id }) => chosen.has(id)).slice(0, maxBulkIncidents);
  const most = Math.min(incidents.length, maxBulkIncidents);
  const lastSelected = useRef<string>(null);
  const select = (id: string, isSelected: boolean) => {
    lastSelected.current = id;
    setChosen((before) => new Set(isSelected ? [...before, id] : [...before].filter((one) => one !== id)));
  };
  const selectAll = () => setChosen(new Set(incidents.slice(0, maxBulkIncidents).map(({ id }) => id)));
  /** Selects the rows from the last selected one to the focused one, as they stand on the screen. */
  const selectRange = () => {
    const ids = rowLinks().flatMap(({ dataset }) => dataset["incident"] ?? []);
    const to = ids.indexOf(focusedId() ?? "");
    if (to < 0) return;
    const from = ids.indexOf(lastSelected.current ?? "");
    const [first, last] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
    setChosen((before) => new Set([...before, ...ids.slice(first, last + 1)]));
    lastSelected.current = ids[to]!;
  };
  const actOn = (some: readonly Incident[], action: IncidentAction, note?: string) =>
    void act(some, action, note).then((isDone) => isDone && setChosen(new Set()));
  /** Opens a menu of the bulk bar, for the focused incident where none is selected. */
  const openMenu = (name: string) => {
    const id = focusedId();
    if (selected.length === 0 && id !== null) flushSync(() => select(id, true));
    openActionMenu(name);
  };
  useShortcuts({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    "/": () => document.querySelector<HTMLElement>("main input[type='search']")?.focus(),
    "?": () => setShowsHelp(true),
    ...(canChange && {
      x: () => {
        const id = focusedId();
        if (id !== null) select(id, !chosen.has(id));
      },
      X: selectRange,
      a: () => {
        const some = selected.length > 0 ? selected : incidents.filter(({ id }) => id === focusedId());
        if (some.length > 0) actOn(some, { kind: "acknowledge" });
      },
      i: () => openMenu("Assign"),
      m: () => openMenu("Mute"),
      e: () => openMenu("Close"),
      Escape: () => setChosen(new Set()),
    }),
  });
  const groups = groupByCause(incidents, viewsOf);
  return (
    <>
      {selected.length > 0 && (
        <Flex role="toolbar" aria-label="Selected incidents" gap="2" align="center" wrap="wrap" mb="4">
          <Box textStyle="smallStrong" me="1">
            {countOf(selected.length, "incident")} selected
          </Box>
          {selected.length < most && (
            <Button variant="link" size="xs" onClick={selectAll}>
              Select all {most}
            </Button>
          )}
          <IncidentActions
            incidents={selected}
            isPending={isPending}
            onAct={(action, note) => actOn(selected, action, note)}
          />
        </Flex>
      )}
      <Flex direction="column" gap="4">
        {groups.map(({ cause, incidents: group }) => (
          <Card key={cause ?? "none"}>
            {groups.length > 1 && (
              <CardHeader title={cause ?? "No common cause"} note={countOf(group.length, "incident")} />
            )}
            <chakra.ul listStyleType="none">
              {group.map((incident) => (
                <IncidentRow
                  key={incident.id}
                  incident={incident}
                  isSelected={chosen.has(incident.id)}
                  onSelect={canChange ? (isSelected) => select(incident.id, isSelected) : undefined}
                />
              ))}
            </chakra.ul>
          </Card>
        ))}
      </Flex>
      <Box mt="3" hideBelow="md">
        <Button variant="link" size="xs" onClick={() => setShowsHelp(true)}>
          Keyboard shortcuts
        </Button>
      </Box>
      <ShortcutsHelp shortcuts={listShortcuts} isOpen={showsHelp} onClose={() => setShowsHelp(false)} />
    </>
  );
}

const rowLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("main [data-incident]")];

/** The incident whose row has the focus. */
const focusedId = (): string | null =>
  document.activeElement?.closest("li")?.querySelector<HTMLElement>("[data-incident]")?.dataset["incident"] ??
  null;

/** Focuses the next row's link, or the first. */
function moveFocus(by: 1 | -1): void {
  const links = rowLinks();
  const place = links.findIndex(({ dataset }) => dataset["incident"] === focusedId());
  links[Math.min(links.length - 1, Math.max(0, place + by))]?.focus();
}
