import { descriptors } from "@contract/detectors/descriptors";
import { standardPlan } from "@contract/plan";
import { checkCount } from "@/lib/detector-names";
import { capitalized } from "@/lib/format";
import { demoRunId, paths } from "@/config/paths";
import { questions } from "@/features/landing/questions";

/** What search engines and previews of links say about a page. */
export type PageMeta = {
  path: string;
  title: string;
  description: string;
  /** The page's module under `src/`, whose chunk its HTML preloads. */
  module: string;
  /** Its charts are drawn for the width of the screen: its code runs at once, not with the first input. */
  isMeasured?: boolean;
  /** In the vocabulary of schema.org. */
  structuredData: Readonly<Record<string, unknown>>;
};

/** The pages whose HTML is written while building. */
export const prerenderedPages: readonly PageMeta[] = [
  {
    path: paths.home,
    title: "Plumbline: know the day your tracking breaks",
    description:
      "Plumbline learns the weekly pattern of every event in your Mixpanel project and flags what breaks it: since when, by how much, and where the missing events come from.",
    module: "features/landing/landing-page.tsx",
    structuredData: {
      "@graph": [
        {
          "@type": "SoftwareApplication",
          name: "Plumbline",
          applicationCategory: "BusinessApplication",
          operatingSystem: "Web",
          offers: {
            "@type": "Offer",
            price: standardPlan.monthlyCents / 100,
            priceCurrency: "USD",
            description: "Standard plan, per month. The first run is free.",
          },
        },
        {
          "@type": "FAQPage",
          mainEntity: questions.map(({ question, answer }) => ({
            "@type": "Question",
            name: question,
            acceptedAnswer: { "@type": "Answer", text: answer },
          })),
        },
      ],
    },
  },
  {
    path: paths.useCases,
    title: "Use Cases · Plumbline",
    description: `${capitalized(checkCount)} tracking problems that Plumbline detects in Mixpanel projects, with a chart and an example of each.`,
    module: "features/use-cases/use-cases-page.tsx",
    structuredData: {
      "@type": "ItemList",
      itemListElement: descriptors.map(({ name }, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name,
      })),
    },
  },
  {
    path: paths.security,
    title: "Security · Plumbline",
    description:
      "What Plumbline reads from Mixpanel, what it stores, how that is encrypted, how long it is kept and how it is deleted.",
    module: "features/legal/security-page.tsx",
    structuredData: { "@type": "WebPage", name: "Security" },
  },
  {
    path: paths.demo,
    title: "All nine checks · Plumbline",
    description:
      "A sample report of Plumbline on a demo shop: what broke in its tracking, since when, by how much and where it comes from.",
    module: "features/reports/demo/demo-pages.tsx",
    structuredData: { "@type": "WebPage", name: "Sample report" },
  },
  ...descriptors.map(({ key, name, useCase }) => ({
    path: paths.analysis(demoRunId, key),
    title: `${name} · Plumbline`,
    description: `From a sample report of Plumbline on a demo shop: ${name}. ${useCase.meaning}`,
    module: "features/reports/demo/demo-pages.tsx",
    isMeasured: true,
    structuredData: { "@type": "WebPage", name: `Sample report: ${name}` },
  })),
];
