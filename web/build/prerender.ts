import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin, type ResolvedConfig, type Rolldown } from "vite";
import type { PageMeta } from "../src/app/public/page-meta";
import type { PrerenderedPage } from "../src/prerender";

const entry = fileURLToPath(new URL("../src/prerender.tsx", import.meta.url));

/**
 * Writes the HTML of the public pages after a build: `index.html`, `use-cases.html`, `demo/….html`. Every
 * other address gets `app.html`, which the browser fills. It renders the app's own components with React's
 * static renderer.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "plumbline:prerender",
    apply: "build",
    configResolved: (resolved) => void (config = resolved),
    async writeBundle({ dir }, bundle) {
      if (config.build.ssr || !dir) return;
      const template = await readFile(path.join(dir, "index.html"), "utf8");
      for (const { meta, head, content, skeleton } of await rendered(config)) {
        const html = replaced(template, {
          "<title>Plumbline: know the day your tracking breaks</title>": head + linksTo(bundle, meta),
          '<div id="root"></div>':
            (meta
              ? `<div id="root" data-page="${meta.path}"${meta.isMeasured ? " data-measured" : ""}>${content}</div>`
              : `<div id="root"></div>`) + `<div id="skeleton">${skeleton}</div>`,
        });
        const name = meta ? meta.path.slice(1) || "index" : "app";
        const file = path.join(dir, `${name}.html`);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, html);
      }
    },
  };
}

async function rendered({ configFile, mode }: ResolvedConfig): Promise<PrerenderedPage[]> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), "plumbline-prerender-"));
  try {
    await build({
      configFile: configFile ?? false,
      mode,
      logLevel: "warn",
      build: { ssr: entry, outDir, emptyOutDir: true, copyPublicDir: false },
      // The bundle is outside the repository, where it can't import any packages.
      ssr: { noExternal: true },
    });
    const module = (await import(pathToFileURL(path.join(outDir, "prerender.js")).href)) as {
      prerenderPages: () => Promise<PrerenderedPage[]>;
    };
    return await module.prerenderPages();
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/**
 * Links to the chunks of `start.tsx` and of a page, and to everything they import. If the page's code runs
 * immediately, the links are fetched together with the entry; otherwise the entry takes them out of a
 * template on the first input (see `src/main.ts`).
 * @param page absent for the app
 */
function linksTo(bundle: Rolldown.OutputBundle, page?: PageMeta): string {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const files = new Set<string>();
  const add = (fileName: string) => {
    if (files.has(fileName)) return;
    files.add(fileName);
    chunks.find((chunk) => chunk.fileName === fileName)?.imports.forEach(add);
  };
  for (const module of ["start.tsx", page?.module ?? "app/full-app.tsx"]) {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}`));
    if (!found) throw new Error(`No chunk for ${module}`);
    add(found.fileName);
  }
  const links = [...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join("");
  return !page || page.isMeasured ? links : `<template id="page-code">${links}</template>`;
}

/** @throws Error if a text does not occur exactly once */
function replaced(template: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((html, [text, by]) => {
    const parts = html.split(text);
    if (parts.length !== 2) throw new Error(`index.html needs "${text}" once`);
    return parts.join(by);
  }, template);
}
