import { ChakraProvider } from "@chakra-ui/react";
import { withEmotionCache } from "@emotion/react";
import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { AppSkeleton } from "./app/app-skeleton";
import { prerenderedPages, type PageMeta } from "./app/public/page-meta";
import { Root } from "./app/root";
import { env } from "./config/env";
import { paths } from "./config/paths";
import { system } from "./theme/system";

/** The parts that the build inserts into the HTML of a page. */
export type PrerenderedPage = {
  /** Absent for the page that is served at all other addresses. */
  meta?: PageMeta;
  /** Title, description, link preview tags and styles. */
  head: string;
  /** The content of `#root`; empty if the browser draws the page. */
  content: string;
  /** What a signed-in user sees until the app runs. */
  skeleton: string;
};

/** The HTML of every public page, followed by the page that is served at all other addresses. */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const pages = [];
  for (const meta of prerenderedPages) {
    const content = await render(meta.path, <Root isSignedIn={false} />);
    const skeleton = await render(meta.path, <AppSkeleton />);
    pages.push({
      meta,
      head: metaTags(meta) + styleTags(content.styles, skeleton.styles),
      content: content.html,
      skeleton: skeleton.html,
    });
  }
  const skeleton = await render(paths.setups, <AppSkeleton />);
  return [
    ...pages,
    {
      head: `<title>Plumbline</title>${styleTags(skeleton.styles)}`,
      content: "",
      skeleton: skeleton.html,
    },
  ];
}

type Styles = { readonly rules: ReadonlyMap<string, string>; readonly globals: ReadonlyMap<string, string> };
type EmotionCache = Parameters<Parameters<typeof withEmotionCache>[0]>[1];

async function render(path: string, page: ReactNode): Promise<{ html: string; styles: Styles }> {
  const caches: EmotionCache[] = [];
  const { prelude } = await prerender(
    <Collect onCache={(cache) => caches.push(cache)}>
      <ChakraProvider value={system}>
        <StaticRouter location={path}>{page}</StaticRouter>
      </ChakraProvider>
    </Collect>,
    // Otherwise larger parts would be moved into place by inline scripts.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  const html = await new Response(prelude).text();
  const rules = new Map<string, string>();
  const globals = new Map<string, string>();
  for (const cache of caches)
    for (const [name, css] of Object.entries(cache.inserted))
      if (typeof css === "string")
        (cache.registered[`${cache.key}-${name}`] === undefined ? globals : rules).set(name, css);
  return { html, styles: { rules, globals } };
}

/** Makes Emotion keep the styles of what it renders. Otherwise it would write them between the elements. */
const Collect = withEmotionCache(
  ({ children, onCache }: { children: ReactNode; onCache: (cache: EmotionCache) => void }, cache) => {
    cache.compat = true;
    onCache(cache);
    return <>{children}</>;
  },
);

/**
 * Style tags in the form that Emotion looks for in the browser: it adopts them and does not insert their
 * rules again.
 */
function styleTags(...parts: readonly Styles[]): string {
  const globals = new Map(parts.flatMap((part) => [...part.globals]));
  const rules = new Map(parts.flatMap((part) => [...part.rules]));
  return [
    ...[...globals].map(([name, css]) => `<style data-emotion="css-global ${name}">${css}</style>`),
    `<style data-emotion="css ${[...rules.keys()].join(" ")}">${[...rules.values()].join("")}</style>`,
  ].join("");
}

function metaTags({ path, title, description, structuredData }: PageMeta): string {
  const address = new URL(path, env.siteUrl).href;
  const picture = new URL("/preview.png", env.siteUrl).href;
  const tags = [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}" />`,
    `<link rel="canonical" href="${escaped(address)}" />`,
    ...Object.entries({
      "og:type": "website",
      "og:site_name": "Plumbline",
      "og:url": address,
      "og:title": title,
      "og:description": description,
      "og:image": picture,
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": "A Plumbline report: what broke, since when and by how much",
    }).map(([property, content]) => `<meta property="${property}" content="${escaped(content)}" />`),
    `<meta name="twitter:card" content="summary_large_image" />`,
    `<script type="application/ld+json">${JSON.stringify({
      "@context": "https://schema.org",
      ...structuredData,
      url: address,
    }).replaceAll("<", "\\u003c")}</script>`,
  ];
  return tags.join("\n    ");
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
