import { countBaselineDays, describeDetector, eventUnit } from "./descriptor.js";

export const eventStopped = describeDetector({
  key: "event_stopped",
  name: "Event stopped flowing",
  description: "An event has gone quiet for longer than usual.",
  useCase: {
    meaning: "An event has gone quiet for longer than usual.",
    example:
      "Coupon Applied had arrived every day for eight weeks and has been silent for three days. The line of code that sent it was deleted with an old component.",
  },
  icon: "circle-off",
  subject: "events",
  rule: "silence",
  requiresThreshold: false,
  needs: "counts",
  baselineDays: countBaselineDays,
  unit: eventUnit,
  checked: { one: "event", many: "events" },
  foldsInto: [],
  hasDirection: false,
  falseAlarmShare: null,
});
