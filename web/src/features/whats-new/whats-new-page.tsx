import { Box, Flex } from "@chakra-ui/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { DecideNames, NewName } from "@contract/names/names";
import { useDeferredValue, useState } from "react";
import { LinkTabs } from "@/components/layout/link-tabs";
import { Page, PageHeader } from "@/components/layout/page";
import { KeyHints } from "@/components/layout/key-hints";
import { ShortcutsHelp } from "@/components/layout/shortcuts-help";
import { ErrorState } from "@/components/states/error-state";
import { SkeletonRows } from "@/components/states/skeleton";
import { NextPage } from "@/components/states/list-state";
import { Select } from "@/components/ui/field";
import { dataSettingsTabs } from "@/config/paths";
import { connectionsQuery } from "@/data/connections";
import { namesQuery, useDecideNames } from "@/data/data-settings";
import { useMay } from "@/data/use-current-workspace";
import { messages } from "@/lib/messages";
import { connectionLabel } from "@/lib/names";
import { loadAgain } from "@/lib/query-client";
import { toast, toastError } from "@/lib/toast";
import type { Decision } from "./decisions";
import { NameList } from "./name-list";
import { NamesFilter, SelectionBar, useNamesFilter } from "./names-filter";
import { NothingNew, Patterns } from "./nothing-new";
import { PatternDialog } from "./pattern-dialog";
import { nameHints, nameShortcuts, useNameKeys } from "./use-name-keys";

/** The API takes at most so many names at once. */
const mostAtOnce = 1_000;

/** What is new about the names in a connection's data, and what people decide about it. */
export function WhatsNewPage() {
  const { connectionId, state, search, kind, set } = useNamesFilter();
  const query = useInfiniteQuery(namesQuery(connectionId, state, useDeferredValue(search.trim()), kind));
  const { data: connections } = useQuery(connectionsQuery());
  const verified = (connections ?? []).filter((connection) => connection.status === "verified");
  const canDecide = useMay("decideNames");
  const decide = useDecideNames(connectionId);
  const [selectedIds, setSelected] = useState<ReadonlySet<string>>(new Set());
  /** The name whose details are shown. */
  const [open, setOpen] = useState<string | null>(null);
  const [isPatternOpen, setIsPatternOpen] = useState(false);
  const [showsHelp, setShowsHelp] = useState(false);
  const [first] = query.data?.pages ?? [];
  const names = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const selected = names.filter(({ id }) => selectedIds.has(id)).slice(0, mostAtOnce);

  const save = async (body: DecideNames, undo?: DecideNames): Promise<boolean> => {
    try {
      await decide.mutateAsync(body);
    } catch (error) {
      toastError(error, messages.names.failed);
      return false;
    }
    const title = body.state === "new" ? messages.names.undone : messages.names[body.state];
    toast({ title, ...(undo && { action: { label: "Undo", onClick: () => void save(undo) } }) });
    return true;
  };
  const onDecide = (about: readonly NewName[], decision: Decision) => {
    const ids = about.slice(0, mostAtOnce).map(({ id }) => id);
    setSelected(new Set());
    void save({ ids, state: decision }, decision === "new" ? undefined : { ids, state: "new" });
  };
  const onSelect = (some: readonly NewName[], isSelected?: boolean) =>
    setSelected((before) => {
      const after = new Set(before);
      for (const { id } of some) if (isSelected || !after.delete(id)) after.add(id);
      return after;
    });
  const toggle = ({ id }: NewName) => setOpen((before) => (before === id ? null : id));
  const current = useNameKeys({
    names,
    onOpen: toggle,
    state,
    canDecide,
    selected,
    onSelect,
    onDecide,
    onPattern: () => setIsPatternOpen(true),
    onHelp: () => setShowsHelp(true),
  });

  return (
    <Page>
      <PageHeader
        title="Data Settings"
        documentTitle="What's new"
        description={`New and changed names that your runs found.${canDecide ? "" : " Editors can decide."}`}
        actions={
          verified.length > 1 && (
            <Select
              box={{ minW: "200px", w: "auto" }}
              aria-label="Connection"
              size="sm"
              value={connectionId ?? verified[0]!.id}
              options={verified.map((one) => ({ value: one.id, label: connectionLabel(one) }))}
              onChange={(id) => set("connection", id)}
            />
          )
        }
      />
      <LinkTabs label="Data Settings" tabs={dataSettingsTabs(connectionId, first?.counts.new)} />
      {selected.length > 0 ? (
        <SelectionBar
          selected={selected}
          state={state}
          most={Math.min(names.length, mostAtOnce)}
          isPending={decide.isPending}
          onDecide={onDecide}
          onSelectAll={() => setSelected(new Set(names.map(({ id }) => id)))}
          onClear={() => setSelected(new Set())}
        />
      ) : (
        <NamesFilter names={first} canDecide={canDecide} onPattern={() => setIsPatternOpen(true)} />
      )}
      {query.isPending ? (
        <SkeletonRows rows={6} label="Loading names" rowHeight={58} />
      ) : query.isLoadingError ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : names.length === 0 ? (
        <NothingNew names={first!} state={state} isFiltered={search !== "" || kind !== undefined} />
      ) : (
        <NameList
          names={names}
          state={state}
          selected={selectedIds}
          current={current}
          open={open}
          onOpen={toggle}
          canDecide={canDecide}
          isPending={decide.isPending}
          onSelect={(name) => onSelect([name])}
          onDecide={onDecide}
        />
      )}
      {query.isError && query.data && (
        <Box mt="4">
          <ErrorState title="Unable to load names" error={query.error} onRetry={() => loadAgain(query)} />
        </Box>
      )}
      {names.length > 0 && (
        <KeyHints
          hints={canDecide ? nameHints : nameHints.slice(0, 2)}
          onShowAll={() => setShowsHelp(true)}
        />
      )}
      <Flex justify="center">
        <NextPage query={query} label="Show more" mt="4" />
      </Flex>
      {first && (
        <Patterns
          patterns={first.patterns.filter((pattern) => pattern.state === state)}
          canDecide={canDecide}
          isPending={decide.isPending}
          onRemove={({ pattern, state: before }) =>
            void save({ ids: [], pattern, state: "new" }, { ids: [], pattern, state: before })
          }
        />
      )}
      <ShortcutsHelp shortcuts={nameShortcuts} isOpen={showsHelp} onClose={() => setShowsHelp(false)} />
      {isPatternOpen && (
        <PatternDialog
          names={state === "new" && query.data ? names : null}
          isPartOfMore={query.hasNextPage || search !== "" || kind !== undefined}
          isPending={decide.isPending}
          onClose={() => setIsPatternOpen(false)}
          onSubmit={async (pattern, decision, excludable) => {
            // Data Settings has exclusions by name only, so this one is about the names there are.
            const about =
              decision === "excluded"
                ? { ids: excludable.slice(0, mostAtOnce).map(({ id }) => id) }
                : { ids: [], pattern };
            const isSaved = await save({ ...about, state: decision }, { ...about, state: "new" });
            if (isSaved) setIsPatternOpen(false);
          }}
        />
      )}
    </Page>
  );
}
