import type { Edits } from "../../../functions/src/contract/common.js";
import type { UpdateDataSettings } from "../../../functions/src/contract/data-settings.js";
import type { Entries, EntryType } from "./entries.js";
import type { CurrentExclusions } from "./read-workspace.js";

type Edited = {
  revision: number;
  /** Why it would undo an edit that the file does not know; null when it does not. */ conflict:
    string | null;
};
export type FieldChange = { field: string; before: string; after: string };

/** A change of one entry: a setup, a channel or a route. */
export type EntryChange = {
  [T in EntryType]:
    | { action: "create"; type: T; entry: Entries[T] }
    | ({ action: "update"; type: T; entry: Entries[T]; fields: FieldChange[] } & Edited)
    | ({ action: "delete"; type: T; entry: Entries[T] } & Edited);
}[EntryType];

export type ExclusionsChange = {
  action: "exclude";
  connectionId: string;
  project: string;
  exclude: string[];
  include: string[];
  body: Required<UpdateDataSettings>;
} & Edited;

export type Change = EntryChange | ExclusionsChange;

export type Plan = {
  /** In the order in which they can be made. */
  changes: Change[];
  /** What the file and the workspace agree on, but was edited in the app last: from now on it counts as the file's. */
  adopted: { entries: EntryChange[]; exclusions: CurrentExclusions[] };
  /** Secrets that have to be sent, and where they are. */
  secrets: { channelId: string; field: string; env: string }[];
  /** Worth knowing, and no change. */
  notes: string[];
};

export type PlanOptions = {
  /** Whether what was once applied from a file, and is no longer in it, goes. */
  prune: boolean;
  /** Whether the secrets of all channels are sent, not only those of new ones and new references. */
  sendSecrets: boolean;
};

export const edited = ({ revision, fileRevision }: Edits): Edited => ({
  revision,
  conflict:
    fileRevision === revision
      ? null
      : fileRevision === null
        ? "it was never applied from a file"
        : "it was edited in the app after the file was last applied",
});

/** The end of a sentence that says what there is instead. */
export const known = (names: ReadonlyMap<string, string>): string =>
  `there are: ${[...names].map(([id, name]) => `${id} (${name})`).join(", ") || "none"}`;
