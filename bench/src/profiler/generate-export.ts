const firstDay = Date.UTC(2026, 2, 1) / 1000;
export const generatedDays = [
  "2026-03-01",
  "2026-03-02",
  "2026-03-03",
  "2026-03-04",
  "2026-03-05",
  "2026-03-06",
  "2026-03-07",
];

export const eventNames = Array.from(
  { length: 60 },
  (_, i) =>
    `${["Page", "Button", "Order", "Search", "Video", "Form"][i % 6]} ${["Viewed", "Clicked", "Completed", "Started", "Failed"][i % 5]} ${i}`,
);
const browsers = ["Chrome", "Safari", "Firefox", "Edge", "Samsung Internet", "Mobile Safari"];
const systems = ["Mac OS X", "Windows", "iOS", "Android", "Linux", "Chrome OS"];
const cities = Array.from(
  { length: 300 },
  (_, i) =>
    `${["San ", "New ", "Port ", "", "Saint-"][i % 5]}${["Paris", "Lyon", "Köln", "Austin", "Osaka", "Málaga"][i % 6]}${i}`,
);
const countries = ["US", "GB", "DE", "FR", "JP", "BR", "IN", "ES", "MX", "CA"];
const plans = ["free", "team", "pro", "enterprise"];
const pages = Array.from(
  { length: 4000 },
  (_, i) => `https://app.example.com/projects/${i % 97}/boards/${i}?tab=${["all", "mine", "done"][i % 3]}`,
);

/**
 * Rows of a raw export of 7 days and 60 events as a web and mobile product has them: bookkeeping, low- and
 * high-cardinality texts, numbers, nulls, lists, non-ASCII, 2 % duplicates. About 720 bytes a row. Always the same rows.
 * @returns chunks of about 60 KB, created while they are read
 */
export function* generateExport(rows: number): Generator<Buffer> {
  const random = mulberry32(20260301);
  const below = (n: number): number => Math.floor(random() * n);
  const of = (list: readonly string[]): string => list[Math.floor(random() ** 2 * list.length)]!;
  let chunk = "";
  let last = "";
  for (let i = 0; i < rows; i++) {
    if (i % 50 === 49) {
      chunk += last;
    } else {
      const time = firstDay + Math.floor((i / rows) * 7) * 86_400 + below(86_400);
      const user = below(rows / 5 + 10);
      const event = Math.floor(60 * random() ** 3);
      const isMobile = user % 3 === 0;
      let row = `{"event":"${eventNames[event]}","properties":{"time":${time},"distinct_id":"${hex(user * 2654435761)}-${hex(user)}","$browser":"${of(browsers)}","$browser_version":${90 + below(40)},"$city":"${of(cities)}","$current_url":"${of(pages)}","$device_id":"${hex(user * 40503)}-${hex(user * 97)}-4c1f","$insert_id":"${hex(i)}${hex(i * 7919)}","$lib_version":"2.${40 + below(8)}.${below(4)}","$mp_api_endpoint":"api.mixpanel.com","$mp_api_timestamp_ms":${time}${100 + below(900)},"$os":"${systems[user % 6]}","$region":"Île-de-France","$screen_height":${[800, 900, 1080, 1440][user % 4]},"$screen_width":${[1280, 1440, 1920, 2560][user % 4]},"$user_id":"${hex(user)}","mp_country_code":"${countries[user % 10]}","mp_lib":"${isMobile ? "swift" : "web"}","mp_processing_time_ms":${time}${100 + below(900)},"mp_sent_by_lib_version":"2.${40 + below(8)}.0"`;
      row += `,"plan":${user % 9 === 0 ? "null" : `"${plans[user % 4]}"`},"price":${below(100_00) / 100},"quantity":${1 + below(5)},"is_trial":${user % 2 === 0}`;
      if (event % 3 === 0) row += `,"order_id":"ord_${hex(i)}"`;
      if (event % 4 === 0) row += `,"tags":["a","${plans[below(4)]}"],"note":""`;
      if (isMobile)
        row += `,"app_build":"${3000 + below(30)}","experiment":"${["control", "variant"][below(2)]}"`;
      last = `${row}}}\n`;
      chunk += last;
    }
    if (chunk.length > 60_000) {
      yield Buffer.from(chunk);
      chunk = "";
    }
  }
  yield Buffer.from(chunk);
}

const hex = (n: number): string => (n >>> 0).toString(16).padStart(8, "0");

/** Small seeded generator of numbers in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
