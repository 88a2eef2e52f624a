import { cleanLine } from "../../contract/common.js";

/** Text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Text for a header, or for one line of a plain text: names come from whoever sends events or invites people, and none
 * may pass for lines or links of ours. Mail programs make links of addresses; a zero-width space behind the scheme and
 * between the parts of a domain keeps them from it.
 */
export const oneLine = (text: string): string =>
  cleanLine(text)
    .replaceAll("://", ":\u200B//")
    .replace(/(?<=[\p{L}\d-])\.(?=\p{L}{2})/gu, ".\u200B");
