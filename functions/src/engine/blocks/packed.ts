import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Plain data as compressed JSON: results are much alike, so that they take about a tenth of their memory. */
export const packed = (value: unknown): Buffer => deflateRawSync(JSON.stringify(value), { level: 1 });

export const unpacked = (bytes: Buffer): unknown => JSON.parse(inflateRawSync(bytes).toString("utf8"));
