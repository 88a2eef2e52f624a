import { chakra, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import type { Channel } from "@contract/channels/channels";
import { channelKindOf } from "@contract/channels/kinds";
import { everything, type Route, type RouteInput, type RouteTiming } from "@contract/channels/routes";
import { type DetectorKey, detectorKeySchema, detectorOf, detectorKeys } from "@contract/detectors";
import { useId, useState } from "react";
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
import { hourText } from "./channel-text";
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

type RouteDialogProps = { route: Route | null; channels: readonly Channel[]; onClose: () => void };

/** A route's filters and times, with what it would have sent in the last 28 days. */
export function RouteDialog({ route, channels, onClose }: RouteDialogProps) {
  const [chosen, setInput] = useState<RouteInput>(() =>
    route ? inputOf(route) : newRoute(channels[0]?.id ?? ""),
  );
  const members = useQuery(membersQuery());
  const connections = useQuery(connectionsQuery());
  const setups = useQuery(setupsQuery());
  const save = useSaveRoute();
  const set = (change: Partial<RouteInput>) => setInput((before) => ({ ...before, ...change }));
  const kind = channels.find(({ id }) => id === chosen.channelId)?.kind;
  const canDigest = kind === undefined || channelKindOf(kind).canDigest;
  const input = canDigest ? chosen : withoutDigests(chosen);
  const { timing, quietHours } = input;
  const several = input.detectors.length > 1 ? input.detectors.join() : null;
  const submit = async () => {
    try {
      await save.mutateAsync({ id: route?.id ?? null, body: input });
      onClose();
    } catch {
      // Shown under the channel.
    }
  };
  const unverifiedEmail = useUnverifiedEmail(route ? "updateRoute" : "createRoute");
  return (
    <FormDialog
      title={route ? "Edit route" : "Add route"}
      description="Empty fields match everything."
      submitLabel={route ? "Save route" : "Add route"}
      canSubmit={!save.isPending}
      onSubmit={submit}
      onClose={onClose}
      {...verifyFirst(unverifiedEmail)}
    >
      <SelectField
        label="Channel"
        options={channels.map(({ id, name }) => ({ value: id, label: name }))}
        value={input.channelId}
        error={save.isError ? errorText(save.error) : undefined}
        onChange={(channelId) => set({ channelId })}
      />
      <SelectField
        label="Findings"
        options={[
          { value: "any", label: "Alerts and warnings" },
          { value: "alert", label: "Alerts only" },
        ]}
        value={input.severity}
        onChange={(value) => set({ severity: value === "alert" ? "alert" : "any" })}
      />
      <SelectField
        label="Changes"
        options={[
          { value: "all", label: "Every change" },
          { value: "worse", label: "When new or worse" },
        ]}
        value={input.changes}
        onChange={(value) => set({ changes: value === "worse" ? "worse" : "all" })}
      />
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
          set({ detectors: keys === "" ? [] : keys.split(",").map((key) => detectorKeySchema.parse(key)) })
        }
      />
      <SelectField
        label="Connection"
        isOptional
        all="All connections"
        options={(connections.data ?? []).map((one) => ({ value: one.id, label: connectionLabel(one) }))}
        value={input.connectionId ?? ""}
        onChange={(id) => set({ connectionId: id === "" ? null : id, setupId: null })}
      />
      <SelectField
        label="Setup"
        isOptional
        all="All setups"
        options={(setups.data ?? [])
          .filter(({ connectionId }) => input.connectionId === null || connectionId === input.connectionId)
          .map(({ id, name }) => ({ value: id, label: name }))}
        value={input.setupId ?? ""}
        onChange={(id) => set({ setupId: id === "" ? null : id })}
      />
      <TextField
        label="Event or property"
        help="* matches any text, as in Checkout*"
        isOptional
        maxLength={200}
        value={input.subject}
        onChange={(event) => set({ subject: event.currentTarget.value })}
      />
      <TextField
        label="Segment"
        help="For example $os = Android"
        isOptional
        maxLength={200}
        value={input.segment}
        onChange={(event) => set({ segment: event.currentTarget.value })}
      />
      <SelectField
        label="Assigned to"
        isOptional
        all="Anyone"
        options={(members.data ?? []).map(({ uid, displayName }) => ({ value: uid, label: displayName }))}
        value={input.assigneeUid ?? ""}
        onChange={(uid) => set({ assigneeUid: uid === "" ? null : uid })}
      />
      <SelectField
        label="How often"
        options={timings.filter(({ value }) => canDigest || value === "now")}
        value={timing.kind}
        onChange={(kind) => set({ timing: timingOf(kind, timing), quietHours: null })}
      />
      {timing.kind === "weekly" && (
        <SelectField
          label="Day"
          options={weekdayOptions}
          value={String(timing.weekday)}
          onChange={(day) => set({ timing: { ...timing, weekday: Number(day) } })}
        />
      )}
      {timing.kind !== "now" && (
        <SelectField
          label="Time"
          help={input.timeZone}
          options={hours}
          value={String(timing.hour)}
          onChange={(hour) => set({ timing: { ...timing, hour: Number(hour) } })}
        />
      )}
      {timing.kind === "now" && (
        <SwitchRow
          label="Quiet hours"
          isChecked={quietHours !== null}
          onChange={(isOn) => set({ quietHours: isOn ? { from: 22, to: 7 } : null })}
        />
      )}
      {quietHours && (
        <Flex gap="3">
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
        </Flex>
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
      <RoutePreview route={input} />
    </FormDialog>
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
