import type { Edits } from "../../../functions/src/contract/common.js";
import type { UpdateDataSettings } from "../../../functions/src/contract/data-settings.js";
import type { Entries, EntryType } from "./entries.js";
import type { CurrentExclusions } from "./read-workspace.js";

type Edited = {
  revision: number;
  /** Why the change would undo an edit that isn't in the file; null when it wouldn't. */
  conflict: string | null;
};
export type FieldChange = { field: string; before: string; after: string };

/** A change to one entry: a setup, a channel or a route. */
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
  body: UpdateDataSettings;
} & Edited;

/** Patterns to approve, ignore or remove (`new`). */
export type NamesChange = {
  action: "decide";
  connectionId: string;
  project: string;
  decisions: { pattern: string; state: "approved" | "ignored" | "new" }[];
  conflict: string | null;
};

export type Change = EntryChange | ExclusionsChange | NamesChange;

export type Plan = {
  /** In the order in which they can be applied. */
  changes: Change[];
  /** Entries that match the file but were last edited in the app. Applying marks them as managed by the file. */
  adopted: { entries: EntryChange[]; exclusions: CurrentExclusions[]; names: NamesChange[] };
  /** Secrets to send, and the environment variables they are in. */
  secrets: { channelId: string; field: string; env: string }[];
  /** Messages about things that aren't changes. */
  notes: string[];
};

export type PlanOptions = {
  /** Whether to delete entries that were applied from a file and are no longer in it. */
  prune: boolean;
  /** Whether to send the secrets of all channels, not only those of new channels and new references. */
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

/** The end of an error message: a list of the ids and names that exist. */
export const known = (names: ReadonlyMap<string, string>): string =>
  `there are: ${[...names].map(([id, name]) => `${id} (${name})`).join(", ") || "none"}`;
