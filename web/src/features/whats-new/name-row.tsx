import { Box, chakra, Flex } from "@chakra-ui/react";
import type { NewName, NoticeState } from "@contract/names/names";
import { useState } from "react";
import { NameLabel } from "@/components/badges/arrow";
import { NoticeTitle } from "@/components/badges/notice-title";
import { RowMenu } from "@/components/choices/action-menu";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { InlineLink, TextLink } from "@/components/ui/text-link";
import { SmallText } from "@/components/ui/text";
import { cardRow } from "@/components/layout/card";
import { hiddenOnPhones, useLongPress } from "@/components/layout/use-long-press";
import { paths } from "@/config/paths";
import { countOf, formatNumber, formatProjectDay } from "@/lib/format";
import { type Decision, decisionLabels, decisionsFor } from "./decisions";
import { useThisPage } from "@/lib/use-search";

/** What all rows are shown and pressed with. */
export type RowsProps = {
  state: NoticeState;
  selected: ReadonlySet<string>;
  /** The name that keys are for. */
  current: string | null;
  /** The name whose details are shown. */
  open: string | null;
  /** False for those who may only read. */
  canDecide: boolean;
  isPending: boolean;
  onOpen: (name: NewName) => void;
  onSelect: (name: NewName) => void;
  onDecide: (names: readonly NewName[], decision: Decision) => void;
};

const columns = {
  what: "150px",
  often: "84px",
  seen: "100px",
  lexicon: "100px",
  actions: "228px",
} as const;

/** One notice: what happened to which name, how often it comes and where it first appeared. */
export function NameRow({
  name,
  isNarrow,
  state,
  canDecide,
  onSelect,
  ...rows
}: RowsProps & { name: NewName; isNarrow: boolean }) {
  const isSelected = rows.selected.has(name.id);
  const isCurrent = rows.current === name.id;
  const isOpen = rows.open === name.id;
  const select = () => onSelect(name);
  const longPress = useLongPress(isNarrow && canDecide ? select : undefined);
  /** Whether a mouse is over the row. A finger would press the button that takes the menu's place. */
  const [isPointed, setIsPointed] = useState(false);
  const decisions = decisionsFor(name, state);
  const showsAll = isNarrow || isCurrent || isPointed || decisions.length === 1;
  return (
    <Flex
      as="li"
      onPointerEnter={({ pointerType, currentTarget }) =>
        setIsPointed(pointerType === "mouse" && !currentTarget.querySelector("[role=menu]"))
      }
      onPointerLeave={() => setIsPointed(false)}
      {...longPress}
      id={`name-${name.id}`}
      aria-label={`${name.title}: ${name.label}`}
      aria-current={isCurrent ? "true" : undefined}
      columnGap="4"
      rowGap="1"
      align={{ base: "flex-start", lg: "center" }}
      wrap={{ base: "wrap", lg: "nowrap" }}
      {...cardRow}
      py="2.5"
      minH="58px"
      bg={isSelected ? "accent.subtle" : isCurrent ? "bg.subtle" : undefined}
      boxShadow={isCurrent ? "inset 2px 0 0 {colors.accent.mark}" : undefined}
      scrollMarginBlock="72px"
      css={{
        lgDown: { "& > :empty": { display: "none" } },
        ...(isNarrow && canDecide && { userSelect: "none", WebkitTouchCallout: "none" }),
      }}
    >
      {canDecide && (
        <Checkbox
          aria-label={`Select ${name.label}`}
          checked={isSelected}
          onCheckedChange={select}
          css={rows.selected.size > 0 ? {} : hiddenOnPhones}
        />
      )}
      <NoticeTitle notice={name} w={{ base: "calc(100% - 40px)", lg: columns.what }} />
      <Box flex="1" minW={{ base: "100%", lg: "0" }}>
        <Box textStyle="small" fontWeight="560" overflowWrap="anywhere" dir="auto">
          <OpenButton type="button" aria-expanded={isOpen} onClick={() => rows.onOpen(name)}>
            <NameLabel label={name.label} />
          </OpenButton>{" "}
          <Explains incidents={name.explains} of={name} />
        </Box>
        <SmallText overflowWrap="anywhere">
          {name.sentence}
          {name.decidedBy !== null && ` Decided by ${name.decidedBy}.`}
        </SmallText>
        {isOpen && <Details name={name} />}
      </Box>
      <SmallText
        w={{ lg: columns.often }}
        textAlign={{ lg: "end" }}
        fontVariantNumeric="tabular-nums"
        flexShrink="0"
      >
        {name.nameKind === "user_property"
          ? ""
          : `${formatNumber(name.perDay, name.perDay < 10 ? 1 : 0)} a day`}
      </SmallText>
      <SmallText w={{ lg: columns.seen }} flexShrink="0" overflowWrap="anywhere">
        {name.seenOn}
      </SmallText>
      <InLexicon name={name} />
      {canDecide && (
        <Flex gap="2" flexShrink="0" w={{ base: "100%", lg: columns.actions }} justify={{ lg: "flex-end" }}>
          {decisions.slice(0, showsAll ? undefined : 1).map((decision, place) => (
            <Button
              key={decision}
              size="xs"
              variant={place === 0 ? "outline" : "ghost"}
              disabled={rows.isPending}
              aria-label={`${decisionLabels[decision]} ${name.label}`}
              onClick={() => rows.onDecide([name], decision)}
            >
              {decisionLabels[decision]}
            </Button>
          ))}
          {!showsAll && (
            <RowMenu
              of={name.label}
              choices={decisions.slice(1).map((decision) => ({
                label: decisionLabels[decision],
                run: () => rows.onDecide([name], decision),
              }))}
            />
          )}
        </Flex>
      )}
    </Flex>
  );
}

/** Column headings above the days. Each row tells screen readers the same. */
export const NameHeads = ({ hasCheckboxes }: { hasCheckboxes: boolean }) => (
  <Flex
    aria-hidden
    hideBelow="lg"
    px="5"
    py="2"
    gap="4"
    textStyle="label"
    color="fg.muted"
    borderBottomWidth="1px"
  >
    {hasCheckboxes && <Box w="18px" />}
    <Box w={columns.what}>What</Box>
    <Box flex="1">Name</Box>
    <Box w={columns.often} textAlign="end">
      How often
    </Box>
    <Box w={columns.seen}>First seen on</Box>
    <Box w={columns.lexicon}>In Lexicon</Box>
    {hasCheckboxes && <Box w={columns.actions} />}
  </Flex>
);

/** Opens the incident that a rename explains, or the list of them. */
function Explains({ incidents, of }: { incidents: readonly string[]; of: NewName }) {
  const from = useThisPage("What's new");
  const [first, ...others] = incidents;
  if (first === undefined) return null;
  const renamed = of.label.split(" → ")[0]!;
  return (
    <TextLink to={others.length === 0 ? paths.incident(first) : paths.incidentsNamed(renamed)} state={from}>
      Explains {countOf(incidents.length, "incident")}
    </TextLink>
  );
}

const lexiconWords = {
  described: "Described",
  not_described: "No description",
  hidden: "Hidden",
  dropped: "Dropped",
} as const;

/** What Lexicon says about the name. Names that change by themselves are many, so it says nothing about them. */
function InLexicon({ name: { kind, lexicon } }: { name: NewName }) {
  const isOff = lexicon === "hidden" || lexicon === "dropped";
  return (
    <SmallText w={{ lg: columns.lexicon }} flexShrink="0" {...(isOff && { color: "fg", fontWeight: "560" })}>
      {kind !== "self_changing" &&
        (lexicon === null ? (
          "Lexicon not available"
        ) : (
          <>
            {lexiconWords[lexicon]}
            <Box as="span" css={{ lg: { srOnly: true } }}>
              {" "}
              in Lexicon
            </Box>
          </>
        ))}
    </SmallText>
  );
}

const OpenButton = chakra("button", {
  base: {
    font: "inherit",
    textAlign: "start",
    me: "1",
    borderRadius: "badge",
    focusVisibleRing: "outside",
    _hover: { textDecoration: "underline", textUnderlineOffset: "3px" },
  },
});

/** What is known about a name beyond its row: its first day, all its events or members, and the run that noticed it. */
function Details({ name: { day, runId, events, names = [], seenOn } }: { name: NewName }) {
  const listed = [...names, ...events];
  return (
    <Box mt="1" textStyle="small">
      <SmallText>
        First day: {formatProjectDay(day)}
        {seenOn !== null && `, on ${seenOn}`}.{" "}
        <InlineLink to={paths.report(runId)}>Open the report</InlineLink>
      </SmallText>
      {listed.length > 0 && (
        <chakra.ul aria-label={names.length > 0 ? "Names" : "Events"} ps="4" listStyleType="disc">
          {listed.map((one) => (
            <Box as="li" key={one} overflowWrap="anywhere" dir="auto">
              {one}
            </Box>
          ))}
        </chakra.ul>
      )}
    </Box>
  );
}
