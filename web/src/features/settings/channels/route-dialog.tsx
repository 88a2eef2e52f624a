import { chakra, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import type { Channel } from "@contract/channels/channels";
import { channelKindOf, type ChannelKind } from "@contract/channels/kinds";
import {
  everything,
  isToMembers,
  membersChannel,
  membersRoute,
  type Route,
  type RouteInput,
  type RouteTiming,
} from "@contract/channels/routes";
import { type DetectorKey, detectorKeySchema, detectorOf, detectorKeys } from "@contract/detectors";
import { useId, useState } from "react";
import { RadioCards } from "@/components/choices/radio-cards";
import { TextButton } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Switch } from "@/components/ui/switch";
import { verifyFirst } from "@/components/verification/send-verification";
import { RoutePreview } from "./route-preview";
import { useSaveRoute } from "@/data/channels";
import { connectionsQuery } from "@/data/connections";
import { setupsQuery } from "@/data/setups";
import { membersQuery } from "@/data/workspaces";
import { errorText } from "@/lib/api-error";
import { connectionLabel } from "@/lib/names";
import { hasTickets, hourText } from "./channel-text";
import { browserTimeZone, weekdays } from "@/lib/format";
import { useUnverifiedEmail } from "@/data/use-current-workspace";

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));
const weekdayOptions = weekdays.map((label, index) => ({ value: String(index + 1), label }));
const timings = [
  { value: "now", label: "Right after each run" },
  { value: "daily", label: "Daily digest" },
  { value: "weekly", label: "Weekly digest" },
];

const newRoute = (channelId: string): RouteInput => ({
  channelId,
  ...everything,
  timeZone: browserTimeZone(),
});

const inputOf = ({ id: _id, createdAt: _createdAt, ...input }: Route): RouteInput => input;

const timingOf = (kind: string, before: RouteTiming): RouteTiming => {
  const hour = before.kind === "now" ? 8 : before.hour;
  if (kind === "daily") return { kind, hour };
  if (kind === "weekly") return { kind, weekday: 1, hour };
  return { kind: "now" };
};

/** Some kinds of channels get each incident by itself, and the server refuses anything else. */
const withoutDigests = (input: RouteInput): RouteInput => ({
  ...input,
  timing: { kind: "now" },
  includesNewNames: false,
});

const nameOf = (key: DetectorKey): string => detectorOf(key).name;

/** Where a route can go. */
type Target = Pick<Channel, "id" | "name"> & { kind?: ChannelKind };
export const membersTarget: Target = { id: membersChannel.id, name: "Members with email on" };

type RouteDialogProps = { route: Route | null; targets: readonly Target[]; onClose: () => void };

/** A route's filters and times, with what it would have sent in the last 28 days. */
export function RouteDialog({ route, targets, onClose }: RouteDialogProps) {
  const [chosen, setInput] = useState<RouteInput>(() =>
    route ? inputOf(route) : newRoute(targets[0]?.id ?? ""),
  );
  const [isFiltering, setIsFiltering] = useState(hasFilters(chosen));
  const save = useSaveRoute();
  const set = (change: Partial<RouteInput>) => setInput((before) => ({ ...before, ...change }));
  const kind = targets.find(({ id }) => id === chosen.channelId)?.kind;
  const canDigest = kind === undefined || channelKindOf(kind).canDigest;
  // What members get is the same for all.
  const input = isToMembers(chosen) ? membersRoute : canDigest ? chosen : withoutDigests(chosen);
  const connections = useQuery(connectionsQuery());
  const { timing, quietHours } = input;
  const submit = async () => {
    try {
      await save.mutateAsync({ id: route?.id ?? null, body: input });
      onClose();
    } catch {
      // Shown under the channel.
    }
  };
  const unverifiedEmail = useUnverifiedEmail(route ? "updateRoute" : "createRoute");
  const where = (
    <SelectField
      label="Where"
      options={targets.map(({ id, name }) => ({ value: id, label: name }))}
      value={input.channelId}
      error={save.isError ? errorText(save.error) : undefined}
      onChange={(channelId) => set({ channelId })}
    />
  );
  return (
    <FormDialog
      title={route ? "Edit route" : "Add route"}
      size="md"
      submitLabel={route ? "Save route" : "Add route"}
      canSubmit={!save.isPending}
      onSubmit={submit}
      onClose={onClose}
      {...verifyFirst(unverifiedEmail)}
    >
      {isToMembers(input) ? (
        where
      ) : (
        <>
          <Pair>
            <SelectField
              label="What"
              options={[
                { value: "any", label: "Everything" },
                { value: "alert", label: "Alerts" },
              ]}
              value={input.severity}
              onChange={(value) => set({ severity: value === "alert" ? "alert" : "any" })}
            />
            <SelectField
              label="Connection"
              isOptional
              all="All connections"
              options={(connections.data ?? []).map((one) => ({
                value: one.id,
                label: connectionLabel(one),
              }))}
              value={input.connectionId ?? ""}
              onChange={(id) => set({ connectionId: id === "" ? null : id, setupId: null })}
            />
          </Pair>
          {isFiltering ? (
            <Filters input={input} onChange={set} />
          ) : (
            <TextButton alignSelf="flex-start" onClick={() => setIsFiltering(true)}>
              More filters
            </TextButton>
          )}
          {where}
          {hasTickets(kind) ? (
            <RadioCards
              label="Tickets"
              options={ticketOptions}
              value={input.changes}
              onChange={(changes) => set({ changes })}
            />
          ) : (
            <Pair>
              <SelectField
                label="Changes"
                options={[
                  { value: "all", label: "Every change" },
                  { value: "worse", label: "When new or worse" },
                ]}
                value={input.changes}
                onChange={(value) => set({ changes: value === "worse" ? "worse" : "all" })}
              />
              {canDigest && (
                <SelectField
                  label="How often"
                  options={timings}
                  value={timing.kind}
                  onChange={(kind) => set({ timing: timingOf(kind, timing), quietHours: null })}
                />
              )}
            </Pair>
          )}
          {timing.kind !== "now" && (
            <Pair>
              {timing.kind === "weekly" && (
                <SelectField
                  label="Day"
                  options={weekdayOptions}
                  value={String(timing.weekday)}
                  onChange={(day) => set({ timing: { ...timing, weekday: Number(day) } })}
                />
              )}
              <SelectField
                label="Time"
                help={input.timeZone}
                options={hours}
                value={String(timing.hour)}
                onChange={(hour) => set({ timing: { ...timing, hour: Number(hour) } })}
              />
            </Pair>
          )}
          {timing.kind === "now" && (
            <SwitchRow
              label="Quiet hours"
              isChecked={quietHours !== null}
              onChange={(isOn) => set({ quietHours: isOn ? { from: 22, to: 7 } : null })}
            />
          )}
          {quietHours && (
            <Pair>
              <SelectField
                label="From"
                help={input.timeZone}
                options={hours}
                value={String(quietHours.from)}
                onChange={(from) => set({ quietHours: { ...quietHours, from: Number(from) } })}
              />
              <SelectField
                label="To"
                options={hours}
                value={String(quietHours.to)}
                onChange={(to) => set({ quietHours: { ...quietHours, to: Number(to) } })}
              />
            </Pair>
          )}
          <SwitchRow
            label="Also notify when checks can't run"
            isChecked={input.includesFailedRuns}
            onChange={(includesFailedRuns) => set({ includesFailedRuns })}
          />
          {kind && canDigest && (
            <SwitchRow
              label="Also send news about event and property names"
              isChecked={input.includesNewNames}
              onChange={(includesNewNames) => set({ includesNewNames })}
            />
          )}
        </>
      )}
      <RoutePreview route={input} kind={kind} />
    </FormDialog>
  );
}

const ticketOptions = [
  {
    value: "all",
    label: "Open one ticket per incident, close it when it recovers",
    help: "It opens again if the incident comes back. Getting worse, back again and closed are comments on it.",
  },
  {
    value: "worse",
    label: "Open one ticket per incident, leave it open",
    help: "Getting worse and back again are comments on it.",
  },
] as const;

/** Two fields side by side where there is room. */
const Pair = chakra("div", {
  base: { display: "grid", gap: "4", gridTemplateColumns: { sm: "repeat(2, minmax(0, 1fr))" } },
});

const hasFilters = ({ detectors, setupId, subject, segment, assigneeUid }: RouteInput): boolean =>
  [setupId, subject, segment, assigneeUid].some(Boolean) || detectors.length > 0;

type FiltersProps = { input: RouteInput; onChange: (change: Partial<RouteInput>) => void };

/** The filters that few routes have. Empty ones match everything. */
function Filters({ input, onChange }: FiltersProps) {
  const members = useQuery(membersQuery());
  const setups = useQuery(setupsQuery());
  const several = input.detectors.length > 1 ? input.detectors.join() : null;
  return (
    <Pair>
      <SelectField
        label="Check"
        isOptional
        all="All checks"
        options={[
          ...(several ? [{ value: several, label: input.detectors.map(nameOf).join(", ") }] : []),
          ...detectorKeys.map((key) => ({ value: key, label: nameOf(key) })),
        ]}
        value={several ?? input.detectors[0] ?? ""}
        onChange={(keys) =>
          onChange({
            detectors: keys === "" ? [] : keys.split(",").map((key) => detectorKeySchema.parse(key)),
          })
        }
      />
      <SelectField
        label="Setup"
        isOptional
        all="All setups"
        options={(setups.data ?? [])
          .filter(({ connectionId }) => input.connectionId === null || connectionId === input.connectionId)
          .map(({ id, name }) => ({ value: id, label: name }))}
        value={input.setupId ?? ""}
        onChange={(id) => onChange({ setupId: id === "" ? null : id })}
      />
      <TextField
        label="Event or property"
        help="* matches any text, as in Checkout*"
        isOptional
        maxLength={200}
        value={input.subject}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <TextField
        label="Segment"
        help="For example $os = Android"
        isOptional
        maxLength={200}
        value={input.segment}
        onChange={(event) => onChange({ segment: event.currentTarget.value })}
      />
      <SelectField
        label="Assigned to"
        isOptional
        all="Anyone"
        options={(members.data ?? []).map(({ uid, displayName }) => ({ value: uid, label: displayName }))}
        value={input.assigneeUid ?? ""}
        onChange={(uid) => onChange({ assigneeUid: uid === "" ? null : uid })}
      />
    </Pair>
  );
}

type SwitchRowProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void };

function SwitchRow({ label, isChecked, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <Flex gap="3" align="center" justify="space-between">
      <chakra.label htmlFor={id} textStyle="smallStrong">
        {label}
      </chakra.label>
      <Switch id={id} checked={isChecked} onCheckedChange={onChange} />
    </Flex>
  );
}
