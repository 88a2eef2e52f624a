import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build, type Plugin } from "vite";

/** Libraries of very many small files, which cost each test file two seconds to open one by one. */
const libraries = ["@chakra-ui/react", "lucide-react"];

/**
 * Lets tests load these libraries from one file each. It is made once for an installed version; React and Emotion stay
 * outside of it, since every library must have the same ones.
 */
export function bundledLibraries(root: string): Plugin {
  // Projects that share this plugin read their configurations at the same time.
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
  // Renamed when it is whole: a run that is ended meanwhile leaves nothing that a later one would take.
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
