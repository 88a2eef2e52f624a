import type { Checksums } from "./checksums.js";

/** The part of an object's metadata that a client may set. */
export interface GivenMetadata {
  name: string;
  contentType?: string;
  md5Hash?: string;
  metadata?: Record<string, string>;
}

export interface StoredObject extends GivenMetadata, Checksums {
  kind: "storage#object";
  id: string;
  bucket: string;
  contentType: string;
  md5Hash: string;
  generation: string;
  storageClass: "STANDARD";
  etag: string;
  timeCreated: string;
  updated: string;
}
