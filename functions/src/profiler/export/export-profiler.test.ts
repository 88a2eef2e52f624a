import { isIgnoredProperty } from "../../contract/names/property-names.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyDay, type EventDay } from "../aggregates/day-aggregates.js";
import { decodeDay, encodeDay } from "../encoding/encode-day.js";
import { createExportProfiler, type ExportProfile, type ExportProfilerOptions } from "./export-profiler.js";
import { referenceProfile } from "./testing/reference-profile.js";
import { exportLines, nastyExport } from "./testing/nasty-export.js";
import { casesOf, someOf } from "../../testing/thorough.js";

const hashKey = Buffer.from("a connection's secret");
const days = ["2026-03-01", "2026-03-02"];
const options: ExportProfilerOptions = {
  exportTimeBasis: "utc",
  timeZone: "UTC",
  days: { from: days[0]!, to: days[1]! },
  hashKey,
};
const noon = Date.UTC(2026, 2, 1, 12) / 1000;

const profile = (chunks: readonly Uint8Array[], more: Partial<ExportProfilerOptions> = {}): ExportProfile => {
  const profiler = createExportProfiler({ ...options, ...more });
  for (const chunk of chunks) profiler.push(chunk);
  return profiler.end();
};
const profileText = (text: string, more: Partial<ExportProfilerOptions> = {}): ExportProfile =>
  profile([Buffer.from(text)], more);
const plain = (events: Iterable<EventDay>): EventDay[] =>
  [...events].map((event) => ({ ...event, properties: [...event.properties] }));
const property = (profiled: ExportProfile, name: string, day = days[0]!) =>
  new Map(plain(profiled.day(day).events)[0]!.properties).get(name);
const values = (profiled: ExportProfile, name: string) =>
  property(profiled, name)?.values.map((value) => value.rows);
const line = (properties: string, event = '"E"') =>
  `{"event":${event},"properties":{"time":${noon}${properties === "" ? "" : ","}${properties}}}\n`;

function expectReference(bytes: Buffer, profiled: ExportProfile): void {
  const reference = referenceProfile({
    bytes,
    days,
    hashKey,
    isChecked: (property) => !isIgnoredProperty(property),
  });
  const { rows, duplicates, outOfRange, invalidLines } = profiled.stats;
  expect({ rows, duplicates, outOfRange, invalidLines }).toEqual({
    rows: reference.rows,
    duplicates: reference.duplicates,
    outOfRange: reference.outOfRange,
    invalidLines: reference.invalidLines,
  });
  for (const day of days) expect(plain(profiled.day(day).events)).toEqual(reference.days.get(day));
}

describe("a profile", () => {
  it("equals one made with JSON.parse, for generated nasty exports", () => {
    fc.assert(
      fc.property(nastyExport(noon), (text) => {
        const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text);
        expectReference(bytes, profile([bytes]));
      }),
      { numRuns: casesOf(800), endOnFailure: true },
    );
  });

  it("counts what is personal by kind, without its values, and reads it back", () => {
    const text = [...Array(20).keys()]
      .map((at) =>
        line(
          `"$insert_id":"${at}","note":"${at < 6 ? `to ann${at}@example.com` : `note ${at}`}","plan":"pro"`,
        ),
      )
      .join("");
    const profiled = profileText(text);
    expect(property(profiled, "note")).toMatchObject({ personal: { email: 6 } });
    expect(property(profiled, "plan")).not.toHaveProperty("personal");
    const bytes = encodeDay(profiled.day(days[0]!));
    expect(bytes.includes("ann0")).toBe(false);
    expect(plain(decodeDay(bytes).events)).toEqual(plain(profiled.day(days[0]!).events));
  });

  it("finds the few email addresses among thousands of other values", () => {
    const text = [...Array(2_000).keys()]
      .map((at) => line(`"$insert_id":"${at}","q":"${at % 200 ? `term ${at}` : `ann${at}@example.com`}"`))
      .join("");
    expect(property(profileText(text), "q")).toMatchObject({ personal: { email: 10 } });
  });

  it.each([60, 300, 3_000, 6_000])(
    "tells how many of 6,000 rows are personal when %i are, each another one",
    (emails) => {
      const words = (at: number) => `term ${Math.floor(60 * (at / 6_000) ** 3)}`;
      const text = [...Array(6_000).keys()]
        .map((at) =>
          line(`"$insert_id":"${at}","q":"${at % (6_000 / emails) ? words(at) : `ann${at}@example.com`}"`),
        )
        .join("");
      const { email } = property(profileText(text), "q")!.personal!;
      expect(Math.abs(email! / emails - 1)).toBeLessThan(0.05);
    },
  );

  it("estimates the share of personal rows beside thousands of values that come again", () => {
    const text = [...Array(40_000).keys()]
      .map((at) =>
        line(`"$insert_id":"${at}","q":"${at % 2 ? `term ${(at * 7919) % 5_000}` : `ann${at}@example.com`}"`),
      )
      .join("");
    const { email } = property(profileText(text), "q")!.personal!;
    // From 16 texts, with a standard error of 12 points.
    expect(email! / 40_000).toBeGreaterThan(0.25);
    expect(email! / 40_000).toBeLessThan(0.75);
  });

  it("is the same, byte for byte, wherever the stream is cut", () => {
    const bytes = Buffer.from(exportLines(noon).join(""));
    const encoded = (chunks: Uint8Array[]) => {
      const profiled = profile(chunks);
      return days.map((day) => encodeDay(profiled.day(day)));
    };
    const whole = encoded([bytes]);
    expectReference(bytes, profile([bytes]));
    for (const cut of someOf(Array.from({ length: bytes.length + 1 }, (_, at) => at)))
      expect(encoded([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
    expect(encoded(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))).toEqual(whole);
  });

  it("survives lines longer than its buffer", () => {
    const long = "é".repeat(400_000);
    const bytes = Buffer.from(line('"a":1') + line(`"a":"${long}"`) + line('"a":1'));
    expectReference(bytes, profile([bytes.subarray(0, 300_001), bytes.subarray(300_001)]));
  });

  it("skips a line that is longer than any event, without storing it", () => {
    const profiler = createExportProfiler(options);
    profiler.push(Buffer.from(line('"a":1') + line('"a":"').replace(/}}\n$/, "")));
    const piece = Buffer.alloc(1 << 20, "y");
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 80; i++) profiler.push(piece);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 << 20);
    profiler.push(Buffer.from(`"}}\n${line('"a":1')}`));
    for (let i = 0; i < 17; i++) profiler.push(piece);
    profiler.push(Buffer.from("\n"));
    const { rows, invalidLines, firstInvalidLines } = profiler.end().stats;
    expect({ rows, invalidLines, firstInvalidLines }).toEqual({
      rows: 2,
      invalidLines: 2,
      firstInvalidLines: [2, 4],
    });
  });

  it("counts values nested much deeper than Mixpanel allows as one value", () => {
    const nested = (levels: number, inner: string) =>
      `"a":${"[".repeat(levels)}${inner}${"]".repeat(levels)}`;
    const objects = `"a":${'{"x":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    const text = [nested(100_000, ""), nested(400, "1"), nested(99_999, "1"), nested(400, "2"), objects];
    const profiled = profileText(text.map((properties) => line(properties)).join(""));
    expect(profiled.stats).toMatchObject({ rows: 5, invalidLines: 0 });
    expect(values(profiled, "a")).toEqual([2, 1, 1, 1]);
    expect(property(profiled, "a")!.forms).toEqual([
      ["l", 4],
      ["o", 1],
    ]);
  });

  it("stops listing huge values once they take too much memory", () => {
    const huge = (i: number) => `${i}-`.padEnd(2000, "é");
    const rows = Array.from({ length: 300 }, (_, i) => line(`"a":${JSON.stringify(huge(i % 100))},"b":"x"`));
    const profiled = profileText(rows.join(""), { longValueBytes: 100_000 });
    const { values: listed, otherRows, forms, distinct } = property(profiled, "a")!;
    expect(profiled.stats.rows).toBe(300);
    expect(forms).toEqual([["s21d", 300]]);
    expect(distinct).toBeGreaterThan(90);
    expect(distinct).toBeLessThan(110);
    expect(listed.map((value) => value.rows)).toEqual(Array(25).fill(3));
    expect(otherRows).toBe(225);
    expect(values(profiled, "b")).toEqual([300]);
  });

  it("lists ties by text, whatever their length and characters", () => {
    const alike = "z".repeat(1500);
    const texts = Array.from({ length: 150 }, (_, i) => [
      `${i}`,
      `${i}!`,
      `${i}\u00e9`,
      `${alike}${i}`,
      `${alike}\u00e9${i}`,
    ]);
    const bytes = Buffer.from(
      texts
        .flat()
        .map((text, i) => line(`"a":${JSON.stringify(text)},"l":${JSON.stringify([text, i])}`))
        .join(""),
    );
    expectReference(bytes, profile([bytes]));
  });

  it("shortens the name of a value that is longer than Mixpanel allows", () => {
    const rows = (value: unknown) => line(`"a":${JSON.stringify(value)}`).repeat(5);
    const profiled = profileText(rows("y".repeat(9000)) + rows([`"${"x".repeat(9000)}`]) + rows("short"));
    const names = property(profiled, "a")!.values.map(({ name }) => JSON.parse(name!) as string);
    expect(names.sort()).toEqual([`["\\"${"x".repeat(996)}…`, "short", `${"y".repeat(999)}…`]);
  });

  it("is the same after encoding and decoding", () => {
    fc.assert(
      fc.property(nastyExport(noon), (text) => {
        const profiled = profile([Buffer.isBuffer(text) ? text : Buffer.from(text)]);
        for (const day of days) {
          const aggregates = profiled.day(day);
          const decoded = decodeDay(encodeDay(aggregates));
          expect(decoded.day).toBe(day);
          expect(plain(decoded.events)).toEqual(plain(aggregates.events));
          expect(encodeDay(decoded)).toEqual(encodeDay(aggregates));
        }
      }),
      { numRuns: casesOf(100), endOnFailure: true },
    );
    expect(decodeDay(encodeDay(emptyDay("2026-03-01")))).toEqual(emptyDay("2026-03-01"));
  });

  it("drops rare values while reading, without miscounting the others", () => {
    const lines: string[] = [];
    for (let i = 0; i < 90_000; i++)
      lines.push(line(`"plan":"${["free", "pro"][i % 2]}","id":"id-${i}","n":${i % 7}.5`));
    const profiled = profileText(lines.join(""));
    expect(values(profiled, "plan")).toEqual([45_000, 45_000]);
    expect(
      property(profiled, "n")
        ?.values.map(({ name }) => name)
        .sort(),
    ).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `${n}.5`));
    const id = property(profiled, "id")!;
    expect(id.forms.map(([form]) => form)).toEqual(["s6da", "s5da", "s4da"]);
    expect(id.forms.reduce((sum, [, rows]) => sum + rows, 0)).toBe(90_000);
    expect(Math.abs(id.distinct / 90_000 - 1)).toBeLessThan(0.05);
  });
});

describe("values", () => {
  it.each([
    ["numbers of any spelling", "1", "1.0", "1e0", "10E-1", "1.0e+00", "0.1e1"],
    ["zeros", "0", "-0", "0.0", "0e5"],
    ["texts of any spelling", '"A/é"', '"\\u0041/é"', '"A\\/\\u00e9"', '"\\u0041\\u002F\\u00E9"'],
    ["surrogate pairs", '"😀"', '"\\ud83d\\ude00"', '"\\uD83D\\uDE00"'],
    ["lists and objects but for white space", '[1,{"a":"b"}]', '[ 1 , {"a" : "\\u0062"}]', '[1.0,{"a":"b"}]'],
    [
      "objects, whatever the order of their members",
      '{"dark":{"on":true,"by":1},"beta":[1,{"x":1,"y":2}],"10":0,"9":0}',
      '{"9":0.0,"10":0,"beta":[1,{"y":2,"x":1}],"dark":{"by":1,"on":true}}',
      '{ "beta":[1.0,{"\\u0079":2,"x":1}],"dark":{"by":1,"on":true},"9":0,"10":0}',
    ],
    ["members called __proto__", '{"__proto__":1,"a":{"b":2}}', '{"a":{"b":2},"__proto__":1}'],
    ["what is beyond the doubles", "1e999", "1.7976931348623157e308", "2e308"],
    ["what is beyond the doubles in lists", "[1e999]", "[1.7976931348623157e308]", "[2e308]"],
  ])("are one: %s", (_name, ...spellings) => {
    const profiled = profileText(spellings.map((text) => line(`"p":${text}`)).join(""));
    expect(values(profiled, "p")).toEqual([spellings.length]);
  });

  it("differ by type", () => {
    const spellings = ["1", '"1"', "true", '"true"', "[1]", '"[1]"', '{"a":1}', "0.1", '"null"'];
    const profiled = profileText(spellings.map((text) => line(`"p":${text}`)).join(""));
    expect(property(profiled, "p")).toMatchObject({ distinct: 9, nulls: 0, nullLike: 1, numbers: 2 });
  });

  it.each([
    ["the order of a list", "[1,2]", "[2,1]"],
    ["the order of a list in an object", '{"a":[1,2]}', '{"a":[2,1]}'],
    ["which member has which value", '{"a":1,"b":2}', '{"a":2,"b":1}'],
    ["a member that is missing", '{"a":1}', '{"a":1,"b":null}'],
    ["a member called __proto__", '{"a":1}', '{"a":1,"__proto__":{}}'],
    ["upper and lower case", '"ios"', '"iOS"'],
    ["white space around a text", '"a"', '"a "'],
    ["the Unicode form", '"\\u00e9"', '"e\\u0301"'],
  ])("differ by %s", (_name, ...spellings) => {
    const profiled = profileText(spellings.map((text) => line(`"p":${text}`)).join(""));
    expect(values(profiled, "p")).toEqual([1, 1]);
  });

  it("have a name from 5 rows a day on, and the same hash with or without it", () => {
    const profiled = profileText(line('"p":"x"').repeat(5) + line('"p":"y"').repeat(4));
    expect(property(profiled, "p")?.values.map(({ name }) => name)).toEqual(['"x"', null]);
    const fewer = profileText(line('"p":"x"'));
    expect(property(fewer, "p")?.values[0]?.hash).toBe(property(profiled, "p")?.values[0]?.hash);
    const elsewhere = profileText(line('"p":"x"'), { hashKey: Buffer.from("another") });
    expect(property(elsewhere, "p")?.values[0]?.hash).not.toBe(property(fewer, "p")?.values[0]?.hash);
  });

  it("are counted separately if absent, null, empty or null-like", () => {
    const rows = ["", '"p":null', '"p":""', '"p":" N/A "', '"p":"undefined"', '"p":"nowhere"'];
    expect(property(profileText(rows.map((row) => line(row)).join("")), "p")).toMatchObject({
      rows: 6,
      absent: 1,
      nulls: 1,
      empties: 1,
      nullLike: 2,
      distinct: 3,
    });
  });
});

describe("rows", () => {
  const identified = (id: string, user = '"u"') => line(`"$insert_id":${id},"distinct_id":${user}`);

  it("count once per event, user, time and insert id; the first one wins", () => {
    const text =
      line('"$insert_id":"a","distinct_id":"u","v":1') +
      line('"v":2,"distinct_id":"\\u0075","$insert_id":"\\u0061"') +
      line('"$insert_id":"a","distinct_id":"other","v":3') +
      line('"$insert_id":"a","v":4') +
      line('"$insert_id":"a","v":5');
    const profiled = profileText(text);
    expect(profiled.stats).toMatchObject({ rows: 3, duplicates: 2 });
    expect(property(profiled, "v")?.bins).toHaveLength(3);
  });

  it("without an insert id are all kept", () => {
    expect(profileText((line("") + identified('""') + identified("null")).repeat(3)).stats.rows).toBe(9);
  });

  it("beyond the number remembered are counted and reported", () => {
    const text = ["1", "2", "3", "1", "3"].map((id) => identified(`"${id}"`)).join("");
    expect(profileText(text, { rememberedRows: 2 }).stats).toMatchObject({
      rows: 4,
      duplicates: 1,
      notRemembered: 2,
    });
  });

  it("of excluded events and excluded properties leave no trace", () => {
    const excluded = { events: new Set(["Gone"]), properties: new Map([["E", new Set(["secret"])]]) };
    const profiled = profileText(line('"secret":1,"p":2') + line('"p":1', '"Gone"'), { excluded });
    expect(profiled.stats).toMatchObject({ rows: 1, excluded: 1 });
    expect(
      plain(profiled.day(days[0]!).events).map(({ event, properties }) => [
        event,
        [...properties].map(([p]) => p),
      ]),
    ).toEqual([["E", ["p"]]]);
  });

  it("show their time basis by the processing lag, without imports", () => {
    const row = (lag: number, more = "") =>
      line(`"mp_processing_time_ms":${(noon + lag) * 1000 + 250}${more}`);
    const { timeBasisEvidence } = profileText(
      row(-32_000) + row(-32_300) + row(4e6) + row(9e5, ',"$import":true') + row(9e5, ',"$import":true'),
    ).stats;
    expect(timeBasisEvidence).toEqual({ medianLagSeconds: -32_400, rows: 3 });
  });
});

describe("an incomplete export", () => {
  it.each([
    ["terminated-early", line("") + "terminated early\n"],
    ["terminated-early", line("") + "export terminated early\n"],
    ["no-final-newline", line("").trimEnd()],
    ["no-final-newline", line("") + line("").slice(0, 20)],
    ["unparsable-tail", line("") + line("").slice(0, 20) + "\n"],
    ["unparsable-tail", line("") + "<html>\n\n"],
  ])("is refused: %s", (sign, text) => {
    expect(() => profileText(text)).toThrowError(
      expect.objectContaining({ name: "TruncatedExportError", sign }),
    );
  });

  it("is not one with damaged lines in the middle, which are reported", () => {
    const text = line("") + "{]\n" + line("") + '{"event":"E"}\n\n' + line('"a":\\u0031') + line("");
    expect(profileText(text).stats).toMatchObject({ rows: 3, invalidLines: 3, firstInvalidLines: [2, 4, 6] });
  });

  it("is not an empty one", () => {
    expect(profileText("").stats.rows).toBe(0);
  });
});
