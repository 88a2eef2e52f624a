/** 'The credentials were rejected; confirm …' as a title and what to do about it. */
export function splitSentence(message: string): { head: string; rest: string } {
  const at = message.indexOf("; ");
  if (at < 0) return { head: message, rest: "" };
  const rest = message.slice(at + 2);
  return { head: message.slice(0, at), rest: rest.charAt(0).toUpperCase() + rest.slice(1) };
}
