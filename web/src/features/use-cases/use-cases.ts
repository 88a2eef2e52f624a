import type { DetectorKey } from "@contract/detectors";

export type UseCase = { key: DetectorKey; meaning: string; example: string };

/** The nine detectable problems, in the order of every screen. */
export const useCases: readonly UseCase[] = [
  {
    key: "event_count_change",
    meaning:
      "An event comes clearly more or less often than its own weekday rhythm, its recent level and the whole project's traffic lead us to expect.",
    example:
      "Checkout Started falls by 40% from Monday on. 99% of the missing rows carry $os = Android: an app release lost the event there.",
  },
  {
    key: "event_stopped",
    meaning: "An event that used to come has not been seen for longer than its own pauses explain.",
    example:
      "Coupon Applied came every day for eight weeks and has been silent for three days. Chance is out, and the line that sent it was deleted with an old component.",
  },
  {
    key: "event_property_stopped",
    meaning: "The event still comes, but a property it used to carry has no value any more.",
    example:
      "Shipping Info Added arrives as often as ever, yet shipping_method has been empty on every row since the form was rewritten.",
  },
  {
    key: "event_property_null_rate",
    meaning: "More of an event's rows than before lack a property, or have it null or empty.",
    example:
      "payment_method is missing on 42% of Payment Info Added, up from none: one of several payment forms no longer sends it.",
  },
  {
    key: "event_property_distribution",
    meaning: "The values of a property have changed places: rows carry other values than they used to.",
    example:
      "sort_order was 'relevance' on 60% of the rows and is now 'rating' on 60%. Somebody swapped two constants, or the default changed.",
  },
  {
    key: "user_property_stopped",
    meaning: "The profiles seen lately have no value any more in a user property that profiles used to have.",
    example:
      "preferred_store was on every profile and is on none seen since Wednesday: the call that sets it was removed.",
  },
  {
    key: "user_property_null_rate",
    meaning: "More of the profiles seen lately than before lack a user property, or have it null or empty.",
    example:
      "newsletter_topic is missing on 44% of the profiles, up from 3%: profiles made by the new sign-up form lack it.",
  },
  {
    key: "user_property_distribution",
    meaning: "The values of a user property have changed places among the profiles seen lately.",
    example:
      "signup_channel turned from mostly 'organic' into mostly 'referral' in three days: a redirect drops the campaign parameters.",
  },
  {
    key: "user_profile_count_change",
    meaning: "Clearly more or fewer profiles are created, or exist, than usual.",
    example:
      "New profiles a day more than double: an identity change gives returning users a second profile, and every conversion rate halves.",
  },
];
