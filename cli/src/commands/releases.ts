import { json, printable, table } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { UsageError } from "../usage-error.js";

type ReleaseOptions = { platform?: string; at?: string; link?: string; connection?: string };

export async function recordRelease(
  { io, client, isJson }: Session,
  version: string,
  { platform, at, link, connection }: ReleaseOptions,
): Promise<ExitCode> {
  const release = await client.call("recordRelease", {
    body: {
      version,
      ...(platform === undefined ? {} : { platform }),
      ...(at === undefined ? {} : { at: instant(at) }),
      ...(link === undefined ? {} : { url: link }),
      ...(connection === undefined ? {} : { connectionId: connection }),
    },
  });
  io.out(
    isJson
      ? json(release)
      : `Recorded release ${printable(release.version)} at ${release.at} (${release.id}).\n`,
  );
  return 0;
}

export async function listReleases(
  { io, client, isJson }: Session,
  { limit }: { limit: number },
): Promise<ExitCode> {
  const releases = await client.list("listReleases", {}, limit);
  io.out(
    isJson
      ? json(releases)
      : table(
          ["ID", "VERSION", "PLATFORM", "AT"],
          releases.map(({ id, version, platform, at }) => [id, version, platform ?? "", at]),
        ),
  );
  return 0;
}

export async function deleteRelease({ io, client, isJson }: Session, id: string): Promise<ExitCode> {
  await client.call("deleteRelease", { params: { id } });
  io.out(isJson ? json({ id }) : `Deleted release ${printable(id)}.\n`);
  return 0;
}

/** Parses a time in the format of git and CI, with any offset. @throws UsageError */
function instant(text: string): string {
  const date = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(date.getTime()))
    throw new UsageError(`not a time: ${text}; write it as 2026-11-18T09:00:00Z`);
  return date.toISOString();
}
