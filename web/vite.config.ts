import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { heroChart } from "./build/hero-chart.ts";
import { prerender } from "./build/prerender.ts";
import { useCaseFindings } from "./build/use-case-findings.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Address of the API during `vite dev`. Elsewhere, Hosting does this rewrite. */
const apiOrigin = process.env.PLUMBLINE_API_ORIGIN ?? "http://127.0.0.1:5000";

/**
 * reactfire puts Database's listeners in a table when it loads, which no bundler may drop. We use none of
 * them.
 */
const noDatabase = "\0plumbline:no-database";

export default defineConfig({
  root: at("."),
  plugins: [
    react(),
    sideEffectFree(/^(reactfire$|@?firebase\/(firestore|functions|remote-config|storage)$)/),
    preloadFont("geist-latin-wght-normal"),
    heroChart(at("./src/features/landing/demo-report.json")),
    useCaseFindings(at("./src/features/reports/demo/sample-report.json")),
    prerender(),
  ],
  resolve: {
    alias: {
      "@": at("./src"),
      "@contract": at("../functions/src/contract"),
      "@words": at("../functions/src/engine/detectors/words.ts"),
    },
    dedupe: ["zod", "react", "react-dom"],
  },
  server: { host: "127.0.0.1", proxy: { "/api": apiOrigin } },
  preview: { host: "127.0.0.1", proxy: { "/api": apiOrigin } },
  build: { target: "es2022", reportCompressedSize: true },
});

/**
 * Tells the bundler that modules have no side effects worth keeping. reactfire imports every Firebase product
 * and declares no side effects; without this plugin the bundle would contain Firestore, Database, … unused.
 */
function sideEffectFree(modules: RegExp): Plugin {
  return {
    name: "plumbline:side-effect-free",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (source === "firebase/database") return noDatabase;
      if (!modules.test(source)) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved && { ...resolved, moduleSideEffects: false };
    },
    load(id) {
      if (id !== noDatabase) return null;
      const names = [
        "get",
        "off",
        "onChildAdded",
        "onChildChanged",
        "onChildMoved",
        "onChildRemoved",
        "onValue",
      ];
      return names.map((name) => `export const ${name} = undefined;`).join("\n");
    },
  };
}

/** Adds a preload for the emitted font file, whose name contains a hash, to index.html. */
function preloadFont(name: string): Plugin {
  return {
    name: "plumbline:preload-font",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((path) => path.includes(name) && path.endsWith(".woff2"));
        if (!file) return html;
        const attrs = { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: "" };
        return { html, tags: [{ tag: "link", attrs, injectTo: "head-prepend" as const }] };
      },
    },
  };
}
