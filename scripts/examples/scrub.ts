/** The moment at which every example seems to happen. */
const RECORDED_AT_MS = Date.UTC(2026, 10, 2, 12);
/** A recording takes less; times further off keep their distance. */
const ROUND_MS = 15 * 60_000;
/** With and without dashes; a live view has two in a row. */
const UUID =
  /(?<![0-9a-f])(?:(?:[0-9a-f]{32}){1,2}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-f])/g;
const DAY_MS = 86_400_000;
const LONGEST_LIST = 3;
const LONGEST_TEXT = 600;

/** Replaces hosts, ids, secrets and times, so that two recordings differ only where the service does; shortens long lists. */
export function scrub<T>(recorded: T, hosts: Record<string, string>, startedMs: number): T {
  const ids = new Map<string, string>();
  const shift = (ms: number) => RECORDED_AT_MS + Math.floor((ms - startedMs) / ROUND_MS) * ROUND_MS;
  let text = JSON.stringify(recorded, shorten);
  for (const [real, shown] of Object.entries(hosts)) text = text.replaceAll(real, shown);
  text = text
    .replaceAll(UUID, (id) => idOf(id, ids))
    .replaceAll(/\bsvc_[\w-]{32,}/g, 'svc_your_key')
    .replaceAll(/\bsvcr_[\w-]+\.[\w-]+/g, 'svcr_your_token')
    .replaceAll(/(?<![\w.%-])(?:whsec_)?[\w-]{43}(?:\.[\w-]{43})?(?![\w-])/g, 'a-secret-of-43-characters')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => new Date(shift(Date.parse(at))).toISOString())
    .replaceAll(
      /("(?:day|from|to)":)"(\d{4}-\d\d-\d\d)"/g,
      (_, name, day) => `${name}"${dayOf(Date.parse(day), startedMs)}"`,
    )
    .replaceAll(/(_at":)(\d{10})\b/g, (_, name, seconds) => `${name}${shift(seconds * 1_000) / 1_000}`);
  return JSON.parse(text) as T;
}

function idOf(id: string, ids: Map<string, string>): string {
  const bare = id.replaceAll('-', '');
  const made = ids.get(bare) ?? `019d2f1b6000700080000000${String(ids.size + 1).padStart(8, '0')}`;
  ids.set(bare, made);
  return bare === id ? made : made.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function dayOf(ms: number, startedMs: number): string {
  const days = Math.round((ms - Math.floor(startedMs / DAY_MS) * DAY_MS) / DAY_MS);
  return new Date(RECORDED_AT_MS + days * DAY_MS).toISOString().slice(0, 10);
}

function shorten(_: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST);
  if (typeof value === 'string' && value.startsWith('data:')) return value.replace(/,.*/, ',...');
  if (typeof value === 'string' && value.length > LONGEST_TEXT) return `${value.slice(0, LONGEST_TEXT)}...`;
  return value;
}
