import {
  countBaselineDays,
  type DetectorDescriptor,
  eventUnit,
  profileUnit,
  propertyBaselineDays,
} from "./descriptor.js";

const usual = { hasDirection: false, falseAlarmShare: null } as const;
const ofEvents = {
  ...usual,
  subject: "events",
  needs: "counts",
  baselineDays: countBaselineDays,
  unit: eventUnit,
  checked: { one: "event", many: "events" },
} as const;
const ofEventProperties = {
  ...usual,
  subject: "event-properties",
  needs: "event-properties",
  baselineDays: propertyBaselineDays,
  unit: eventUnit,
  checked: { one: "event property", many: "event properties" },
} as const;
const ofUserProperties = {
  ...usual,
  subject: "user-properties",
  needs: "profiles",
  baselineDays: propertyBaselineDays,
  unit: profileUnit,
  checked: { one: "user property", many: "user properties" },
} as const;

/** Every detector, in the order all screens show them. */
export const descriptors = [
  {
    ...ofEvents,
    key: "event_count_change",
    name: "Event count spike/drop",
    description: "An event's volume is unusually high or low for that weekday.",
    useCase: {
      meaning:
        "An event's volume is unusually high or low for that weekday, given its recent level and the whole project's traffic.",
      example:
        "Checkout Started falls by 40% from Monday on. 100% of the missing events have $os = Android: an app release stopped sending the event there.",
    },
    icon: "activity",
    rule: "count-change",
    requiresThreshold: true,
    foldsInto: ["event_stopped"],
    hasDirection: true,
    falseAlarmShare: 0.007,
  },
  {
    ...ofEvents,
    key: "event_stopped",
    name: "Event stopped flowing",
    description: "An event has gone quiet for longer than usual.",
    useCase: {
      meaning: "An event has gone quiet for longer than usual.",
      example:
        "Coupon Applied had arrived every day for eight weeks and has been silent for four days. The line of code that sent it was deleted with an old component.",
    },
    icon: "circle-off",
    rule: "silence",
    requiresThreshold: false,
    foldsInto: [],
  },
  {
    ...ofEventProperties,
    key: "event_property_stopped",
    name: "Event property stopped",
    description: "A property is no longer sent with an event.",
    useCase: {
      meaning: "A property is no longer sent with an event that still arrives.",
      example:
        "Shipping Info Added arrives as often as ever, but shipping_method has been empty on every event since the form was rewritten.",
    },
    icon: "unplug",
    rule: "property-silence",
    requiresThreshold: false,
    foldsInto: [],
  },
  {
    ...ofEventProperties,
    key: "event_property_null_rate",
    name: "Event property null % increase",
    description: "A property is missing more often.",
    useCase: {
      meaning: "A property of an event is missing, null or empty more often than before.",
      example:
        "payment_method is missing on 44% of Payment Info Added events, up from none: one of several payment forms no longer sends it.",
    },
    icon: "square-dashed",
    rule: "null-rate",
    requiresThreshold: true,
    foldsInto: ["event_property_stopped"],
  },
  {
    ...ofEventProperties,
    key: "event_property_distribution",
    name: "Event property distribution shift",
    description: "The mix of values has changed.",
    useCase: {
      meaning: "The mix of an event property's values has changed.",
      example:
        "sort_order was 'relevance' on 60% of events and is now 'rating' on 60%. Somebody swapped two constants, or the default changed.",
    },
    icon: "chart-column",
    rule: "distribution",
    requiresThreshold: true,
    foldsInto: ["event_property_stopped", "event_property_null_rate"],
  },
  {
    ...ofUserProperties,
    key: "user_property_stopped",
    name: "User property stopped",
    description: "A property is no longer set on user profiles.",
    useCase: {
      meaning: "A user property is no longer set on recently active profiles.",
      example:
        "preferred_store was set on every profile and is missing on all profiles seen since Monday: the call that sets it was removed.",
    },
    icon: "user-x",
    rule: "property-silence",
    requiresThreshold: false,
    foldsInto: [],
  },
  {
    ...ofUserProperties,
    key: "user_property_null_rate",
    name: "User property null % increase",
    description: "A property is missing on user profiles more often.",
    useCase: {
      meaning:
        "A user property is missing, null or empty on more of the recently active profiles than before.",
      example:
        "newsletter_topic is missing on 43% of profiles, up from 3%: profiles created by the new sign-up form lack it.",
    },
    icon: "user-search",
    rule: "null-rate",
    requiresThreshold: true,
    foldsInto: ["user_property_stopped"],
  },
  {
    ...ofUserProperties,
    key: "user_property_distribution",
    name: "User property distribution shift",
    description: "The mix of a user property's values has changed.",
    useCase: {
      meaning: "The mix of a user property's values has changed among recently active profiles.",
      example:
        "signup_channel goes from mostly 'organic' to mostly 'referral': a redirect drops the campaign parameters.",
    },
    icon: "users",
    rule: "distribution",
    requiresThreshold: true,
    foldsInto: ["user_property_stopped", "user_property_null_rate"],
  },
  {
    key: "user_profile_count_change",
    name: "User profile count spike/drop",
    description: "Unusually many or few profiles.",
    useCase: {
      meaning: "Unusually many or few profiles are created, or exist in total.",
      example:
        "New profiles per day more than double: an identity change gives returning users a second profile, and every conversion rate halves.",
    },
    icon: "user-plus",
    subject: "user-profiles",
    rule: "profile-count",
    requiresThreshold: true,
    needs: "profiles",
    baselineDays: countBaselineDays,
    unit: profileUnit,
    checked: { one: "profile count", many: "profile counts" },
    foldsInto: [],
    hasDirection: true,
    falseAlarmShare: null,
  },
] as const satisfies readonly DetectorDescriptor[];
