import { capitalized } from "@/lib/format";

/** Splits 'The credentials were rejected; confirm …' into what is wrong (title) and what to do (text). */
export function splitSentence(message: string): { head: string; rest: string } {
  const end = /[;.] /.exec(message);
  if (!end) return { head: message, rest: "" };
  const rest = message.slice(end.index + 2);
  return { head: message.slice(0, end.index), rest: capitalized(rest) };
}
