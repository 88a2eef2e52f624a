import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build, type Plugin } from "vite";

/** Libraries with very many small files. Opening them one by one would cost each test file two seconds. */
const libraries = ["@chakra-ui/react", "lucide-react"];

/**
 * Lets tests load each of these libraries from one file, which is built once per installed version. React and
 * Emotion are not included, since all libraries must share the same instances.
 */
export function bundledLibraries(root: string): Plugin {
  // Projects that share this plugin read their configurations concurrently.
  let bundles: Promise<{ find: RegExp; replacement: string }[]> | undefined;
  const bundleAll = async () => {
    const alias = [];
    for (const library of libraries)
      alias.push({ find: new RegExp(`^${library}$`), replacement: await bundleOf(library, root) });
    return alias;
  };
  return {
    name: "plumbline:bundled-libraries",
    config: async () => ({ resolve: { alias: await (bundles ??= bundleAll()) } }),
  };
}

async function bundleOf(library: string, root: string): Promise<string> {
  const cache = path.join(root, "node_modules/.cache/bundled-libraries");
  const name = `${library.replaceAll("/", "-")}-${versionOf(library, root)}.mjs`;
  const file = path.join(cache, name);
  if (existsSync(file)) return file;
  // Renamed when complete, so that an interrupted run leaves nothing behind that a later one would use.
  const outDir = path.join(cache, `unfinished-${process.pid}`);
  await build({
    root,
    configFile: false,
    publicDir: false,
    mode: "development",
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: {
        input: library,
        external: [/^react(-dom)?($|\/)/, /^@emotion\//],
        output: { entryFileNames: name, codeSplitting: false },
      },
    },
  });
  mkdirSync(cache, { recursive: true });
  renameSync(path.join(outDir, name), file);
  rmSync(outDir, { recursive: true });
  return file;
}

const versionOf = (library: string, root: string): string => {
  const folders = createRequire(path.join(root, "package.json")).resolve.paths(library) ?? [];
  const file = folders.map((folder) => path.join(folder, library, "package.json")).find(existsSync)!;
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
};
