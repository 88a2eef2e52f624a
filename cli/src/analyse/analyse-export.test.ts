import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { csvColumns } from "../../../functions/src/contract/results.js";
import { addDays, dayRange } from "../../../functions/src/common/days.js";
import { analyse } from "./analyse-export.js";

const firstDay = "2026-01-05";
const row = (event: string, day: string, more = "") =>
  `{"event":"${event}","properties":{"time":${Date.parse(day) / 1000 + 40_000},"distinct_id":"u"${more}}}\n`;

/** 60 days of 12 events; the first one stops 2 days before the end, and its property a week before. */
const steady = (hasFault: boolean): string => {
  let text = "";
  for (let d = 0; d < 60; d++)
    for (let e = 0; e < 12; e++)
      if (!hasFault || e > 0 || d < 58)
        text += row(`Event ${e}`, addDays(firstDay, d), `,"plan":"${e % 2 === 0 ? "free" : "pro"}"`).repeat(
          60 + (d % 7) + e,
        );
  return text;
};

const wrongClocks = ["1970-01-12", "2001-01-01", "2014-06-01"].map((day) => row("Event 1", day)).join("");

async function run(args: string[], files: Record<string, string | Buffer>) {
  let out = "";
  let notes = "";
  const code = await analyse(args, {
    open: (path) => {
      const content = files[path];
      if (content === undefined)
        return new Readable({
          read() {
            this.destroy(new Error("ENOENT"));
          },
        });
      const bytes = Buffer.from(content);
      return Readable.from(
        [bytes.subarray(0, 1000), bytes.subarray(1000)].filter((chunk) => chunk.length > 0),
        { objectMode: false },
      );
    },
    out: (text) => (out += text),
    note: (text) => (notes += text),
    isTerminal: false,
    width: 100,
  });
  return { code, out, notes };
}

/** Whole UTC days with the same rows each, one every quarter of an hour. */
const wholeDays = (days: number): string => {
  let text = "";
  for (let d = 0; d < days; d++)
    for (let quarter = 0; quarter < 96; quarter++) {
      const time = Date.parse(addDays(firstDay, d)) / 1000 + quarter * 900 + 60;
      text += `{"event":"Sign Up","properties":{"time":${time},"distinct_id":"u${quarter}"}}\n`;
    }
  return text;
};

describe("the last day tested", () => {
  it.each(["Europe/Paris", "Asia/Kathmandu", "UTC"])("is covered to its end in %s", async (timeZone) => {
    const files = { "export.ndjson": wholeDays(40) };
    const { code, notes } = await run(["export.ndjson", "--timezone", timeZone], files);
    expect(code).toBe(0);
    if (timeZone === "UTC") expect(notes).toBe("");
    else
      expect(notes).toMatch(
        /^2026-02-13 is the last day tested. Left out: 2026-02-14 \(its rows end \d+ hours before/,
      );
  });

  it("isn't one that a wrong clock dates rows to", async () => {
    const files = { "export.ndjson": wholeDays(40) + row("Sign Up", "2026-05-01") };
    const { code, notes } = await run(["export.ndjson"], files);
    expect(code).toBe(0);
    expect(notes).toContain("2026-02-13 is the last day tested. Left out: 2026-05-01 (1 row after a gap");
  });

  it("isn't one of two neighboring days that wrong clocks date rows to", async () => {
    const strays = row("Sign Up", "2026-05-01") + row("Sign Up", "2026-05-02");
    const { code, notes } = await run(["export.ndjson"], { "export.ndjson": wholeDays(40) + strays });
    expect(code).toBe(0);
    expect(notes).toMatch(/^2026-02-13 is the last day tested. Left out: 2026-05-01 \(.*2026-05-02 \(1 row/);
  });

  it("isn't the next day because of a row that a clock one day ahead dates late in it", async () => {
    const time = Date.parse("2026-02-14T23:50:00Z") / 1000;
    const stray = `{"event":"Sign Up","properties":{"time":${time},"distinct_id":"u1"}}\n`;
    const { code, notes } = await run(["export.ndjson"], { "export.ndjson": wholeDays(40) + stray });
    expect(code).toBe(0);
    expect(notes).toContain("2026-02-13 is the last day tested. Left out: 2026-02-14 (1 row, so probably");
  });

  it("isn't that day if the export was made early on the day before it, either", async () => {
    const early = wholeDays(40)
      .split("\n")
      .slice(0, 39 * 96 + 8)
      .join("\n");
    const text = `${early}\n${row("Sign Up", "2026-02-14")}`;
    const { code, notes } = await run(["export.ndjson"], { "export.ndjson": text });
    expect(code).toBe(0);
    expect(notes).toMatch(/^2026-02-12 is the last day tested. Left out: 2026-02-13 \(.*2026-02-14 \(1 row/);
  });

  it("may be one with hardly any rows", async () => {
    const stopped = wholeDays(40)
      .split("\n")
      .filter((_, index) => index < 39 * 96 || index % 48 === 47)
      .join("\n")
      .concat("\n");
    const { code, out } = await run(["export.ndjson"], { "export.ndjson": stopped });
    expect(code).toBe(1);
    expect(out).toMatch(/alert +Sign Up/);
  });

  it("is any day that was asked for", async () => {
    const files = { "export.ndjson": wholeDays(40) };
    const args = ["export.ndjson", "--timezone", "Europe/Paris", "--as-of", "2026-02-15"];
    const { code, notes } = await run(args, files);
    expect(code).toBe(1);
    expect(notes).toBe("");
  });
});

describe("npm run analyse", () => {
  const faulty = { "export.ndjson": steady(true) };

  it("exits with 1 and names what it found", async () => {
    const { code, out } = await run(["export.ndjson"], faulty);
    expect(code).toBe(1);
    expect(out).toMatch(/alert +Event 0/);
    expect(out).toContain("Event stopped flowing");
  });

  it("exits with 0 when nothing is wrong", async () => {
    expect((await run(["export.ndjson"], { "export.ndjson": steady(false) })).code).toBe(0);
  });

  it("prints the same rows as JSON and CSV under the columns of the file", async () => {
    const args = ["export.ndjson", "--detectors", "event_count_change,event_stopped", "--format"];
    const rows = JSON.parse((await run([...args, "json"], faulty)).out) as Record<string, unknown>[];
    expect(rows.every((entry) => Object.keys(entry).join() === csvColumns.join())).toBe(true);
    const csv = (await run([...args, "csv"], faulty)).out.trimEnd().split("\n");
    expect(csv[0]).toBe(csvColumns.join());
    expect(csv).toHaveLength(rows.length + 1);
    expect(rows.filter(({ severity }) => severity === "alert").map(({ detector }) => detector)).toContain(
      "event_stopped",
    );
  });

  it("reads gzip and standard input alike", async () => {
    const plain = await run(["export.ndjson", "--format", "json"], faulty);
    const packed = await run(["-", "--format", "json"], { "-": gzipSync(steady(true)) });
    expect(packed).toEqual(plain);
  });

  it.each([
    ["a byte order mark", (text: string) => `\ufeff${text}`],
    ["Windows line endings", (text: string) => text.replaceAll("\n", "\r\n")],
    ["times with fractions of a second", (text: string) => text.replace(/("time":\d+)/g, "$1.25")],
    ["times in milliseconds", (text: string) => text.replace(/("time":\d+)/g, "$1250")],
    ["a few phones with wrong clocks at the beginning", (text: string) => wrongClocks + text],
  ])("reads %s", async (_what, written) => {
    const plain = await run(["export.ndjson", "--format", "json"], faulty);
    const files = { "export.ndjson": written(steady(true)) };
    expect(await run(["export.ndjson", "--format", "json"], files)).toEqual(plain);
  });

  it("tests days up to the one before --as-of", async () => {
    const { out } = await run(
      ["export.ndjson", "--as-of", addDays(firstDay, 50), "--format", "json"],
      faulty,
    );
    const rows = JSON.parse(out) as { last_day: string | null; severity: string }[];
    expect(rows.filter(({ severity }) => severity === "normal").length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ last_day }) => last_day).filter(Boolean))).toEqual(
      new Set([addDays(firstDay, 49)]),
    );
  });

  it("checks user profiles if a file is given", async () => {
    const lastDay = addDays(firstDay, 59);
    const profiles = Array.from({ length: 3000 }, (_, i) =>
      JSON.stringify({
        $distinct_id: `u${i}`,
        $properties: { $last_seen: `${addDays(lastDay, -(i % 30))}T08:00:00`, plan: "pro" },
      }),
    );
    const { code, out } = await run(
      [
        "export.ndjson",
        "--profiles",
        "users.ndjson",
        "--detectors",
        "user_property_null_rate",
        "--format",
        "json",
      ],
      {
        "export.ndjson": steady(false),
        "users.ndjson": `${profiles.join("\n")}\n{"results":[${profiles[0]}],"status":"ok"}`,
      },
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([{ entity: "plan", detector: "user_property_null_rate" }]);
  });

  it.each([
    ["no export", [], /name an export/],
    ["two exports", ["a", "b"], /one export/],
    ["an unknown option", ["a", "--nope"], /nope/],
    ["an unknown detector", ["export.ndjson", "--detectors", "nope"], /no detector nope/],
    ["an unknown format", ["export.ndjson", "--format", "xml"], /--format/],
    ["an invalid day", ["export.ndjson", "--as-of", "2026-02-31"], /--as-of/],
    ["a day before Mixpanel", ["export.ndjson", "--as-of", "0000-01-01"], /--as-of/],
    ["a day that no calendar reaches", ["export.ndjson", "--as-of", "2999-12-32"], /--as-of/],
    ["an unknown time zone", ["export.ndjson", "--timezone", "Mars"], /time zone/],
    ["a threshold of 0", ["export.ndjson", "--threshold", "0"], /--threshold/],
    ["an unsupported check-back", ["export.ndjson", "--check-back", "8"], /--check-back/],
    ["a missing file", ["missing.ndjson"], /cannot read missing/],
    ["an empty file", ["empty.ndjson"], /empty.ndjson is empty/],
    ["a JSON array", ["list.json"], /a JSON array/],
    ["a text file", ["notes.txt", "--as-of", "2026-02-01"], /not an export, which has one event per line/],
    ["rows without a time", ["timeless.ndjson"], /its last line is not an event row/],
    [
      "rows with a time as text",
      ["texts.ndjson"],
      /times as text \("2026-01-05T10:00:00Z"\).* seconds since 1970/,
    ],
    ["NaN among the values", ["nan.ndjson"], /nan.ndjson, line 2: has NaN or Infinity/],
    ["an infinite value", ["infinite.ndjson"], /infinite.ndjson, line 3: has NaN or Infinity/],
    ["a truncated file", ["cut.ndjson"], /not a complete export/],
    ["damaged gzip", ["cut.gz"], /cannot read cut/],
    ["days without rows", ["export.ndjson", "--as-of", "2030-01-01"], /no event row/],
    ["invalid profiles", ["export.ndjson", "--profiles", "cut.ndjson"], /line 1/],
  ])("exits with 2 on %s", async (_name, args, message) => {
    const files = {
      ...faulty,
      "empty.ndjson": "",
      "list.json": `[${row("E", firstDay).trim()}]`,
      "notes.txt": "Dear reader,",
      "timeless.ndjson": `{"event":"E","properties":{}}\n`,
      "texts.ndjson": `{"event":"E","properties":{"time":"2026-01-05T10:00:00Z"}}\n`,
      "nan.ndjson": row("E", firstDay) + row("E", firstDay, `,"price":NaN`) + steady(false),
      "infinite.ndjson":
        row("E", firstDay).repeat(2) + row("E", firstDay, `,"x":[-Infinity]`) + steady(false),
      "cut.ndjson": row("E", firstDay).slice(0, -10),
      "cut.gz": gzipSync(steady(true)).subarray(0, 500),
    };
    const { code, out, notes } = await run(args, files);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(notes).toMatch(message);
  });

  describe("on events of several platforms", () => {
    const platforms = Object.entries({ Android: 60, iOS: 50, Windows: 30, Linux: 12 });
    /** 40 days of four events; Linux, an eighth of them, loses the plan of the first one for the last 3 days. */
    const broken = dayRange(firstDay, addDays(firstDay, 39))
      .flatMap((day, index) =>
        ["Order", "Search", "Login", "View"].flatMap((event) =>
          platforms.flatMap(([os, count]) =>
            Array.from({ length: count + (index % 5) }, (_, at) => {
              const isLost = event === "Order" && os === "Linux" && index >= 37;
              return row(event, day, `,"n":${at},"$os":"${os}"${isLost ? "" : `,"plan":"pro"`}`);
            }),
          ),
        ),
      )
      .join("");
    const args = ["--detectors", "event_property_null_rate"];

    it("finds a property that one of them lost, and names the platform", async () => {
      const { code, out } = await run(["export.ndjson", ...args], { "export.ndjson": broken });
      expect(code).toBe(1);
      expect(out).toMatch(/alert +plan missing on \d+% of Order on Linux since /);
      expect(out).toContain("Cause: $os = Linux");
      expect(out.match(/^ +(alert|warning) /gm)).toHaveLength(1);
    });

    it("says what isn't checked on standard input, which is read only once", async () => {
      const { code, notes } = await run(["-", ...args], { "-": broken });
      expect(code).toBe(0);
      expect(notes).toContain("Platforms, browsers and versions are not checked separately");
    });
  });

  it("says what an event that stopped was renamed to", async () => {
    const renamed = dayRange(firstDay, addDays(firstDay, 39))
      .flatMap((day, index) =>
        ["Order Placed", "Search", "Login", "View"].map((event) => {
          const name = event === "Order Placed" && index >= 38 ? "order_placed" : event;
          return row(name, day, `,"${event} type":"a"`).repeat(80 + (index % 5));
        }),
      )
      .join("");
    const { out } = await run(["export.ndjson", "--detectors", "event_stopped"], {
      "export.ndjson": renamed,
    });
    expect(out).toContain("Cause: order_placed began on the same day with about the same volume");
  });

  it("says that names beyond the limit were not checked", async () => {
    const many = Array.from({ length: 10_001 }, (_, at) => row(`Rare ${at}`, firstDay)).join("");
    const files = { "export.ndjson": many + steady(true) };
    const { code, out, notes } = await run(["export.ndjson", "--detectors", "event_stopped"], files);
    expect([code, out]).toEqual([2, expect.stringMatching(/^INCONCLUSIVE .*more names than can be counted/)]);
    expect(notes).toContain("There are more names of events or properties than can be counted separately");
  });

  it("names lines that aren't event rows", async () => {
    const { notes } = await run(["export.ndjson"], { "export.ndjson": `oops\n${steady(false)}` });
    expect(notes).toContain("1 line is not an event row and was skipped (line 1).");
  });
});
