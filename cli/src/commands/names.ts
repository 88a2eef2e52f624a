import type { NewName, NoticeState } from "../../../functions/src/contract/names/names.js";
import { json, printable, table } from "../io.js";
import type { ExitCode, Session } from "../session.js";

type ListOptions = { state: NoticeState; connection?: string; limit: number };

/** Lists what is new in the tracking, newest first. 1 if nobody has decided about one of them. */
export async function listNames(
  { io, client, isJson }: Session,
  { state, connection, limit }: ListOptions,
): Promise<ExitCode> {
  const names: NewName[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof client.call<"listNames">>> = await client.call("listNames", {
      query: {
        state,
        limit: Math.min(100, limit - names.length),
        ...ofConnection(connection),
        ...(cursor === null ? {} : { cursor }),
      },
    });
    names.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && names.length < limit);
  io.out(
    isJson
      ? json(names)
      : table(
          ["ID", "DAY", "WHAT", "NAME", "LEXICON", "DETAILS"],
          names.map(({ id, day, title, label, lexicon, sentence }) => {
            return [id, day, title, label, lexicon?.replace("_", " ") ?? "", sentence];
          }),
        ),
  );
  return state === "new" && names.length > 0 ? 1 : 0;
}

/** Decides about names by id, or about all that match a pattern, now and later. */
export async function decideNames(
  { io, client, isJson }: Session,
  state: NoticeState,
  ids: string[],
  { pattern, connection }: { pattern?: string; connection?: string },
): Promise<ExitCode> {
  await client.call("decideNames", {
    query: ofConnection(connection),
    body: { ids, state, ...(pattern === undefined ? {} : { pattern }) },
  });
  const decided = [...ids, ...(pattern === undefined ? [] : [pattern])];
  io.out(isJson ? json({ state, decided }) : decided.map((one) => `${printable(one)}: ${state}\n`).join(""));
  return 0;
}

const ofConnection = (connectionId: string | undefined): Record<string, string> =>
  connectionId === undefined ? {} : { connectionId };
