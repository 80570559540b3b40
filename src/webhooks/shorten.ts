/** Shortens an event's data. Pure; does not modify its input. */

const MARKER = '... [shortened: read the rest with GET /v1/responses/{id}]';
const LONGEST_TEXTS = [65_536, 16_384, 4_096, 1_024];
const SHORTEST = 256;
// Lists that grow with the run, the least needed first.
const LONG_LISTS = ['act_script', 'steps', 'learning_ranking', 'routing_attempts', 'artifacts'];

/** The data with its texts cut, as little as is needed for `maxBytes` of JSON. */
export function shorten(data: unknown, maxBytes: number): unknown {
  const fits = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) <= maxBytes;
  const cutAt = (longest: number): unknown => mapTexts(data, (text) => cutText(text, longest));
  const shortest = cutAt(SHORTEST);
  if (fits(shortest)) {
    for (const longest of LONGEST_TEXTS) {
      const cut = cutAt(longest);
      if (fits(cut)) return cut;
    }
    return shortest;
  }
  let rest = shortest as Record<string, unknown>;
  rest = { ...rest, output: cutOutput(rest.output), svc: { ...asObject(rest.svc), output: MARKER } };
  for (const list of LONG_LISTS) {
    if (fits(rest)) return rest;
    const svc = asObject(rest.svc);
    if (list in svc) rest = { ...rest, svc: { ...svc, [list]: [] } };
  }
  return fits(rest) ? rest : bareFacts(rest);
}

const DEEPEST = 200;

function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || value instanceof Date || JSON.isRawJSON(value))
    return value;
  if (depth === DEEPEST) return MARKER;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, change, depth + 1)]),
  );
}

function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}${MARKER}`;
}

function cutOutput(output: unknown): unknown {
  return Array.isArray(output) ? output.slice(0, 1) : output;
}

function bareFacts(data: Record<string, unknown>): unknown {
  const { id, object, status, created_at, error, output_text } = data;
  const { schema, id: runId, status: runStatus } = asObject(data.svc);
  return {
    id,
    object,
    created_at,
    status,
    error,
    output_text,
    svc: { schema, id: runId, status: runStatus, output: MARKER },
  };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
