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

/**
 * The profiler's aggregates in SQL. The rows are read with a schema (no sniffing), deduplicated like the
 * profiler does, unnested to (event, day, property, value) and counted; traits of a value
 * are computed once per distinct value, as in the profiler. The same 200 values, forms and bins become lists.
 */
const profileSql = (path: string): string => `
with parsed as (
  select event, properties,
    cast(properties['time'] as double) as time
  from read_json('${path}', format = 'newline_delimited',
    columns = {event: 'VARCHAR', properties: 'MAP(VARCHAR, JSON)'})
),
rows as (
  select distinct on (event, properties['distinct_id'], time, properties['$insert_id'])
    event, strftime(make_timestamp(cast(time * 1000000 as bigint)), '%Y-%m-%d') as day, properties
  from parsed
),
entries as (
  select event, day, unnest(map_entries(properties)) as entry from rows
),
counts as (
  select event, day, entry.key as property, cast(entry.value as varchar) as text, count(*) as n
  from entries
  where entry.key not in ('time', 'distinct_id', '$insert_id', '$device_id', '$user_id',
      'mp_processing_time_ms', '$import', '$is_reshuffled', '$distinct_id_before_identity', 'mp_sent_by_lib_version')
    and not starts_with(entry.key, '$mp_')
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

/** Runs it on one thread. @returns the sums, and the seconds it took (reading the file included) */
export async function profileWithDuckDb(
  path: string,
): Promise<{ sums: DuckDbSums[]; seconds: number; cpuSeconds: number }> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  const cpu = process.cpuUsage();
  const started = performance.now();
  const reader = await connection.runAndReadAll(profileSql(path));
  const seconds = (performance.now() - started) / 1000;
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
  connection.closeSync();
  instance.closeSync();
  return { sums, seconds, cpuSeconds };
}
