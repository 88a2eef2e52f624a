/**
 * Returns the lockfile of the deployed folder. It pins the same versions as the repository's lockfile does for the
 * `functions` workspace, so that the cloud installs the versions that were tested. npm workspaces have no lockfile of
 * their own.
 * @param rootLock the repository's package-lock.json, parsed
 * @param manifest functions/package.json, parsed
 * @throws Error if two versions of a package would need the same place in node_modules
 */
export function deployLockfile(rootLock, manifest) {
  const packages = {};
  const waiting = Object.keys(dependenciesOf(manifest)).map((name) => ({ name, from: "functions" }));
  for (const { name, from } of waiting) {
    const found = resolve(rootLock.packages, name, from);
    // Optional packages of other platforms may be absent.
    if (!found) continue;
    const place = found.replace(/^functions\//, "");
    const entry = rootLock.packages[found];
    if (packages[place] === entry) continue;
    if (packages[place]) throw new Error(`${name} is needed in two versions: ${found} clashes with ${place}`);
    packages[place] = entry;
    for (const needed of Object.keys(dependenciesOf(entry))) waiting.push({ name: needed, from: found });
  }
  const { name, version, dependencies, devDependencies, engines } = manifest;
  const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": { name, version, dependencies, devDependencies, engines },
      ...Object.fromEntries(sorted),
    },
  };
}

const dependenciesOf = (entry) => ({
  ...entry.dependencies,
  ...entry.devDependencies,
  ...entry.optionalDependencies,
  ...entry.peerDependencies,
});

/** Resolves like Node: looks in the nearest node_modules folder, from `from` upward. */
function resolve(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === "") return undefined;
  }
}
