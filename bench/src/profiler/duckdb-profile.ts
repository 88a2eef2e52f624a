import { DuckDBInstance } from "@duckdb/node-api";

/** Sums of one property, event and day, to compare with the profiler's. */
export type DuckDbSums = {
  event: string;
  day: string;
  property: string;
  nulls: number;
  empties: number;
  filled: number;
  distinct: number;
  numbers: number;
  versionLike: number;
  nullLike: number;
  forms: number;
  bins: number;
  listedRows: number;
};

/** Rows of one property, event and day inside a value of `$os`, to compare with the profiler's. */
export type DuckDbSegment = {
  event: string;
  day: string;
  property: string;
  /** JSON text of the value. */
  segment: string;
  nullLikes: number;
  numbers: number;
  texts: number;
};

/** The rows, read with a schema (no sniffing) and deduplicated as the profiler does. */
const rowsSql = (path: string): string => `
create temp table rows as
with parsed as (
  select event, properties,
    cast(properties['time'] as double) as time
  from read_json('${path}', format = 'newline_delimited',
    columns = {event: 'VARCHAR', properties: 'MAP(VARCHAR, JSON)'})
)
select distinct on (event, properties['distinct_id'], time, properties['$insert_id'])
  event, strftime(make_timestamp(cast(time * 1000000 as bigint)), '%Y-%m-%d') as day, properties
from parsed`;

const leftOut = `entry.key not in ('time', 'distinct_id', '$insert_id', '$device_id', '$user_id',
      'mp_processing_time_ms', '$import', '$is_reshuffled', '$distinct_id_before_identity', 'mp_sent_by_lib_version')
    and not starts_with(entry.key, '$mp_')`;

/**
 * The two-way counts in SQL: rows by class of the value and bucket inside each value of three dimensions (buckets in two of
 * them) and inside each pair of platform and version. Buckets are four bits of the text's hash, for numbers too, which costs
 * less than the profiler's logarithms. Missing properties follow from the rows of a segment, so they are not counted.
 */
const segmentsSql = `
create temp table segments as
with entries as (
  select event, day, cast(properties['$os'] as varchar) as os, cast(properties['mp_lib'] as varchar) as lib,
    cast(properties['mp_country_code'] as varchar) as country, cast(properties['$lib_version'] as varchar) as version,
    unnest(map_entries(properties)) as entry
  from rows
),
typed as (
  select event, day, os, lib, country, version, entry.key as property, cast(entry.value as varchar) as text,
    left(text, 1) as first
  from entries where ${leftOut}
),
classes as (
  select * exclude (text, first),
    case when text is null or text = 'null' or text = '""' then 'null'
      when first = '"' and lower(trim(trim(text, '"'))) in ('undefined', 'null', 'n/a', 'none', 'nan') then 'like'
      when first = '"' then 'text' when first in ('[', '{', 't', 'f') then 'other' else 'number' end as class,
    hash(text) & 15 as bucket
  from typed
),
cells as (select *, count(*) as n from classes group by all)
select event, day, property, os, lib, country, version, class, bucket, sum(n) as n from cells
group by grouping sets (
  (event, day, property, class, bucket, os), (event, day, property, class, bucket, lib),
  (event, day, property, class, country), (event, day, property, class, os, version))`;

const segmentsOfSystems = `
select event, day, property, os, coalesce(sum(n) filter (class = 'like'), 0)::double,
  coalesce(sum(n) filter (class = 'number'), 0)::double, coalesce(sum(n) filter (class = 'text'), 0)::double
from segments where os is not null and bucket is not null group by all`;

/**
 * The profiler's one-way counts in SQL. The rows are unnested to (event, day, property, value) and counted; traits of a value
 * are computed once per distinct value, as in the profiler. The same 200 values, forms and bins become lists.
 */
const profileSql = `
with entries as (
  select event, day, unnest(map_entries(properties)) as entry from rows
),
counts as (
  select event, day, entry.key as property, cast(entry.value as varchar) as text, count(*) as n
  from entries
  where ${leftOut}
  group by all
),
described as (
  select *,
    coalesce(text = 'null', true) as is_null,
    coalesce(text = '""', false) as is_empty,
    case left(text, 1) when '"' then 's' when '[' then 'l' when '{' then 'o' when 't' then 'b' when 'f' then 'b' else 'n' end as type
  from counts
),
traits as (
  select *,
    type = 's' and lower(trim(trim(text, '"'))) in ('undefined', 'null', 'n/a', 'none', 'nan') as is_null_like,
    type = 's' and regexp_matches(text,
      '^"((v\\d+(\\.\\d+){1,3}|\\d+(\\.\\d+){2,3})([-+ ].*)?"$|\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(\\D|$))') as is_version,
    case when type = 's'
      then concat('s', cast(floor(2 * log2(length(text) - 1)) as int),
        case when regexp_matches(text, '[0-9]') then 'd' else '' end,
        case when regexp_matches(text, '[A-Za-z]') then 'a' else '' end)
      else type end as form,
    case when type = 'n' then
      case when cast(text as double) = 0 then 0
      else sign(cast(text as double)) * (5000 + floor(4 * log2(abs(cast(text as double))) + 0.5)) end end as bin,
    row_number() over (partition by event, day, property order by is_null or is_empty, n desc, text) as place
  from described
),
sums as (
  select event, day, property,
    coalesce(sum(n) filter (is_null), 0) as nulls,
    coalesce(sum(n) filter (is_empty), 0) as empties,
    coalesce(sum(n) filter (not is_null and not is_empty), 0) as filled,
    count(*) filter (not is_null and not is_empty) as distinct_values,
    coalesce(sum(n) filter (type = 'n' and not is_null), 0) as numbers,
    coalesce(sum(n) filter (is_version), 0) as versions,
    coalesce(sum(n) filter (is_null_like and not is_null), 0) as null_like,
    list({text: text, n: n} order by place) filter (place <= 200 and not is_null and not is_empty) as listed
  from traits group by all
),
forms as (
  select event, day, property, list({form: form, n: n}) as forms from (
    select event, day, property, form, sum(n) as n from traits
    where not is_null and not is_empty group by all) group by all
),
bins as (
  select event, day, property, list({bin: bin, n: n}) as bins from (
    select event, day, property, bin, sum(n) as n from traits
    where bin is not null and not is_null group by all) group by all
)
select event, day, property, nulls::double, empties::double, filled::double, distinct_values::double, numbers::double,
  versions::double, null_like::double, coalesce(len(forms), 0)::double, coalesce(len(bins), 0)::double,
  coalesce(list_sum(list_transform(listed, lambda x: x.n)), 0)::double
from sums left join forms using (event, day, property) left join bins using (event, day, property)`;

/** Runs all of it on one thread. @returns the sums, and the seconds it took (reading the file included) */
export async function profileWithDuckDb(
  path: string,
): Promise<{ sums: DuckDbSums[]; segments: DuckDbSegment[]; cpuSeconds: number }> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  const cpu = process.cpuUsage();
  await connection.run(rowsSql(path));
  const reader = await connection.runAndReadAll(profileSql);
  await connection.run(segmentsSql);
  const cpuSeconds = process.cpuUsage(cpu).user / 1e6;
  const sums = reader.getRows().map((row): DuckDbSums => {
    const [event, day, property, ...numbers] = row;
    const [nulls, empties, filled, distinct, jsonNumbers, versionLike, nullLike, forms, bins, listedRows] =
      numbers.map(Number);
    return {
      event: String(event),
      day: String(day),
      property: String(property),
      nulls: nulls!,
      empties: empties!,
      filled: filled!,
      distinct: distinct!,
      numbers: jsonNumbers!,
      versionLike: versionLike!,
      nullLike: nullLike!,
      forms: forms!,
      bins: bins!,
      listedRows: listedRows!,
    };
  });
  const segments = (await connection.runAndReadAll(segmentsOfSystems)).getRows().map((row): DuckDbSegment => {
    const [event, day, property, segment, ...numbers] = row;
    const [nullLikes, jsonNumbers, texts] = numbers.map(Number);
    return {
      event: String(event),
      day: String(day),
      property: String(property),
      segment: String(segment),
      nullLikes: nullLikes!,
      numbers: jsonNumbers!,
      texts: texts!,
    };
  });
  connection.closeSync();
  instance.closeSync();
  return { sums, segments, cpuSeconds };
}
