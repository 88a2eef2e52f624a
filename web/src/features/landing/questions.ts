import { standardPlan } from "@contract/plan";
import { formatMoney, formatNumber } from "@/lib/format";

/** The landing page's questions and answers. */
export const questions = [
  {
    question: "What do you keep of our data?",
    answer:
      "Daily counts per event and property, and reports, for 400 days. Raw events and user profiles stream through and are never stored.",
  },
  {
    question: "What access do you need?",
    answer:
      "A Mixpanel service account with the Admin role in your project: Mixpanel lets no other role read raw events and user profiles through one. Plumbline writes nothing to your project unless you turn on annotations. There is no SDK to install, and you can remove the account at any time.",
  },
  {
    question: "How long until the first report?",
    answer:
      "Plumbline compares with the weeks that are already in Mixpanel, so the first run gives you a full report. Anything without history in Mixpanel, such as the total number of profiles, is recorded from then on.",
  },
  {
    question: "How do you avoid false alarms?",
    answer:
      "Each event has its own weekly pattern and its own normal variation. A change is reported only if it exceeds your threshold and is too large to be normal variation.",
  },
  {
    question: "Why not Mixpanel's own alerts?",
    answer:
      "They watch the Insights and Funnels reports that you set them on, up to 5 per project on the Growth plan. They are the right tool for a metric you already chart. Plumbline checks every event and property, including the ones nobody made a report for, and says which platform, version or value a change comes from.",
  },
  {
    question: "What counts as a row?",
    answer: `One billable check: an event, a property or a profile count checked for a new day. A day is billed once, however often a schedule runs. The plan includes ${formatNumber(standardPlan.includedRows)} a month for ${formatMoney(standardPlan.monthlyCents, "USD", 0)}.`,
  },
  {
    question: "Where do I get findings?",
    answer:
      "In the app, by email, in Slack, Microsoft Teams, PagerDuty or a signed webhook, and through the API. Ongoing problems are not reported as new again.",
  },
] as const;
