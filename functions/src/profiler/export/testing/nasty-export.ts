import fc from "fast-check";

const names = [
  "plan",
  "a b",
  'q"uote',
  "back\\slash",
  "é",
  "😀",
  "$city",
  "",
  "constructor",
  "\u2028",
  "p\n",
  "0",
];
const texts = [
  "pro",
  "",
  "null",
  "N/A",
  " none",
  "v1.2.3",
  "2026-03-01T10:00",
  "1.2.3-b",
  "1-2",
  "\u2028",
  "a\tb",
];
const literals = [
  "1",
  "1.0",
  "-0",
  "1e0",
  "1E+2",
  "0.1",
  "123456789012345678",
  "-12.5e-3",
  "true",
  "false",
  "null",
];
const broken = [
  "01",
  "+1",
  ".5",
  "1.",
  "-",
  "tru",
  "nul",
  "falsy",
  "[1,]",
  '{"a"}',
  '"\\x"',
  '"\\u12"',
  '"a',
  "NaN",
];

/** A text as JSON, with some characters escaped unnecessarily. */
const spelled = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...texts),
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    ),
    fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  )
  .map(
    ([text, escapes]) =>
      `"${Array.from(text, (unit, at) => spelledUnit(unit, escapes[at] === true)).join("")}"`,
  );

function spelledUnit(unit: string, isEscaped: boolean): string {
  if (!isEscaped) return JSON.stringify(unit).slice(1, -1);
  if (unit === "/") return "\\/";
  return Array.from(
    { length: unit.length },
    (_, i) => `\\u${unit.charCodeAt(i).toString(16).padStart(4, "0")}`,
  ).join("");
}

const space = fc.constantFrom("", "", "", " ", "\t", "  ", "\r");
const scalar = fc.oneof(
  fc.constantFrom(...literals),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  spelled,
);
const value: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    scalar,
    fc
      .tuple(space, fc.array(tie("value"), { maxLength: 3 }))
      .map(([gap, items]) => `[${gap}${items.join(`${gap},`)}]`),
    fc
      .tuple(space, fc.array(fc.tuple(spelled, tie("value")), { maxLength: 3 }))
      .map(([gap, items]) => `{${gap}${items.map(([key, item]) => `${key}${gap}:${item}`).join(",")}}`),
  ),
})).value;

const member = (noon: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      {
        weight: 8,
        arbitrary: fc.tuple(
          fc.oneof(
            fc.constantFrom(...names).map((name) => JSON.stringify(name)),
            spelled,
          ),
          value,
        ),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.constantFrom('"distinct_id"', '"$insert_id"', '"distinct\\u005fid"'), value),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(
          fc.constant('"time"'),
          fc.constantFrom(`${noon}`, `${noon * 1000}`, '"x"', "1e999", "5"),
        ),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.constantFrom('"mp_processing_time_ms"', '"$import"', '"$device_id"'), value),
      },
    )
    .map(([key, text]) => `${key}:${text}`);

const row = (noon: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.oneof(fc.constantFrom('"E"', '"Sign \\u0075p"', '"Sign up"'), spelled),
      fc.constantFrom(noon, noon + 86_400, noon + 0.5, noon - 86_400 * 3),
      fc.array(member(noon), { maxLength: 6 }),
      space,
    )
    .map(([event, time, members, gap]) => {
      const all = [`"time":${gap}${time}`, ...members].join(`${gap},${gap}`);
      return `{${gap}"event":${gap}${event}${gap},"properties"${gap}:${gap}{${gap}${all}${gap}}${gap}}${gap}`;
    });

const oddLine = fc.oneof(
  fc.constantFrom(
    "",
    "  ",
    "{}",
    "null",
    "[]",
    '"event"',
    '{"event":1,"properties":{"time":1}}',
    "<html>",
    "{",
  ),
  fc.constantFrom('{"properties":{"time":5},"event":"E"}', '{"event":"E","properties":[]}'),
  fc.constantFrom(...broken).map((text) => `{"event":"E","properties":{"time":5,"p":${text}}}`),
);

/** An export with everything that JSON allows and with damaged bytes, but with a proper end. */
export const nastyExport = (noon: number): fc.Arbitrary<Buffer> =>
  fc
    .tuple(
      fc.array(fc.oneof({ weight: 6, arbitrary: row(noon) }, { weight: 1, arbitrary: oddLine }), {
        maxLength: 8,
      }),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 2 }),
      fc.boolean(),
    )
    .map(([lines, damages, isDamaged]) => {
      const body = Buffer.from(
        lines.map((line) => `${line}\n`).join("") + lines.map((line) => `${line}\n`).join(""),
      );
      if (isDamaged && body.length > 0) for (const [at, byte] of damages) body[at % body.length] = byte;
      return Buffer.concat([body, Buffer.from(`\n{"event":"Last","properties":{"time":${noon}}}\n`)]);
    });

/** Rows of every kind, short enough to test a cut at every byte. */
export const exportLines = (noon: number): string[] => [
  `{"event":"E","properties":{"time":${noon},"distinct_id":"u1","$insert_id":"i1","plan":"pro","é":"naïve 😀","n":1.50}}\n`,
  `{"event":"E","properties":{"time":${noon},"distinct_id":"u1","$insert_id":"i1","plan":"pro","é":"naïve 😀","n":1.5}}\n`,
  `{"event": "E", "properties": {"time": ${noon}, "plan": "a\\"b\\\\", "list": [1, {"x": "}]"}], "n": -1e-3}}\r\n`,
  `{"event":"Sep\u2028","properties":{"time":${noon + 86_400},"\\u0070lan":null,"plan":"","x":"\\ud83d\\ude00"}}\n`,
  `damaged "line\n`,
  `{"event":"E","properties":{"time":${noon},"plan":true,"n":12345678901234567890}}\n`,
];
