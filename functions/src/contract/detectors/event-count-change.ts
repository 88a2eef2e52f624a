import { countBaselineDays, describeDetector, eventUnit } from "./descriptor.js";

export const eventCountChange = describeDetector({
  key: "event_count_change",
  name: "Event count spike/drop",
  description: "An event's volume is unusually high or low for that weekday.",
  useCase: {
    meaning:
      "An event's volume is unusually high or low for that weekday, given its recent level and the whole project's traffic.",
    example:
      "Checkout Started falls by 40% from Monday on. 99% of the missing events have $os = Android: an app release stopped sending the event there.",
  },
  icon: "activity",
  subject: "events",
  rule: "count-change",
  requiresThreshold: true,
  needs: "counts",
  baselineDays: countBaselineDays,
  unit: eventUnit,
  checked: { one: "event", many: "events" },
  foldsInto: ["event_stopped"],
  hasDirection: true,
  falseAlarmShare: 0.007,
});
