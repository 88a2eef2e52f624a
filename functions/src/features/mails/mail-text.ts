import { cleanLine } from "../../contract/common.js";

/** Escapes text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Cleans text for a header or a single line of plain text. Names come from whoever sends events or invites
 * people, and none may look like lines or links of ours. Mail programs turn addresses into links; a
 * zero-width space after the scheme and between the parts of a domain prevents that.
 */
export const oneLine = (text: string): string =>
  cleanLine(text)
    .replaceAll("://", ":\u200B//")
    .replace(/(?<=[\p{L}\d-])\.(?=\p{L}{2})/gu, ".\u200B");
