/** The parts of an OpenAPI document that clients depend on, as flat facts: `POST /x body.name` -> `string!`. */
export type ApiShape = Record<string, string>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  parameters?: Array<{ name: string; in: string; required?: boolean; schema?: Schema }>;
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

const MAX_DEPTH = 4;

export function shapeOf(document: ApiDocument): ApiShape {
  const shape: ApiShape = {};
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
    whole(document, shape, `#${name}`, schema);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path}`;
      shape[name] = 'operation';
      for (const { name: parameter, in: place, required, schema } of operation.parameters ?? [])
        shape[`${name} ${place}.${parameter}`] = kindOf(document, schema ?? {}) + (required ? '!' : '');
      const body = operation.requestBody?.content?.['application/json']?.schema;
      if (body) whole(document, shape, `${name} body`, body);
      for (const [status, { content }] of Object.entries(operation.responses ?? {})) {
        if (!/^2/.test(status)) continue;
        const answer = content?.['application/json']?.schema ?? {};
        whole(document, shape, `${name} ${status}`, answer);
      }
    }
  }
  return shape;
}

/** Breaking changes since this shape: removed or changed fields and new demands. Additions break nothing. */
export function breakingChanges(before: ApiShape, now: ApiShape): string[] {
  const [released, current] = [withoutNames(before), withoutNames(now)];
  const broken = Object.entries(released).flatMap(([place, kind]) => {
    const now = current[place];
    if (now === undefined) return [`${place} is gone`];
    return isCompatible(place, kind, now) ? [] : [`${place} was ${kind} and is ${now}`];
  });
  const demanded = Object.entries(current).filter(
    ([place, kind]) =>
      kind.endsWith('!') && !(place in released) && isRequest(place) && isKnown(place, released),
  );
  return [...broken, ...demanded.map(([place]) => `${place} is new and required`)];
}

/** The names of shapes may change, so each place spells its shape out. */
function withoutNames(shape: ApiShape): ApiShape {
  const parts = new Map<string, Array<[rest: string, kind: string]>>();
  for (const [place, kind] of Object.entries(shape)) {
    const [, name, rest = ''] = /^(#\w+)(.*)$/.exec(place) ?? [];
    if (name) parts.set(name, [...(parts.get(name) ?? []), [rest, kind]]);
  }
  const plain: ApiShape = {};
  const add = (place: string, kind: string, above: string[]): void => {
    const names = kind.match(/#\w+/g) ?? [];
    plain[place] = names.reduce((text, name) => text.replace(name, shape[name] ?? 'object'), kind);
    for (const name of names.filter((one) => !above.includes(one)))
      for (const [rest, inner] of parts.get(name) ?? [])
        if (rest !== '') add(place + rest, inner, [...above, name]);
  };
  for (const [place, kind] of Object.entries(shape)) if (!place.startsWith('#')) add(place, kind, []);
  return plain;
}

function isCompatible(place: string, before: string, now: string): boolean {
  if (before === now || now === 'any') return true;
  const [was, is] = [before, now].map((kind) => new Set(kind.replace('!', '').split('|'))) as [
    Set<string>,
    Set<string>,
  ];
  // Requests may accept more, answers may say more: both are additive. Neither may lose a value.
  const takes = (value: string) => isRequest(place) && value.startsWith('"') && is.has('string');
  const keeps = [...was].every((value) => is.has(value) || takes(value));
  return keeps && !(isRequest(place) && now.endsWith('!') && !before.endsWith('!'));
}

function isRequest(place: string): boolean {
  return /^\S+ \S+ (?:body|query|header|path)\b/.test(place);
}

/** A demand of an operation that is itself new breaks no client. */
function isKnown(place: string, released: ApiShape): boolean {
  return (place.match(/^\S+ \S+/)?.[0] ?? '') in released;
}

function whole(document: ApiDocument, shape: ApiShape, place: string, schema: Schema): void {
  shape[place] = kindOf(document, schema);
  describe(document, shape, place, schema, 0);
}

function describe(
  document: ApiDocument,
  shape: ApiShape,
  place: string,
  schema: Schema,
  depth: number,
): void {
  if (depth > MAX_DEPTH) return;
  // A named shape is described once, under its name.
  if (schema.$ref) {
    shape[place] ??= nameOf(schema);
    return;
  }
  const known = schema;
  for (const part of [...(known.allOf ?? []), ...(known.anyOf ?? []), ...(known.oneOf ?? [])])
    describe(document, shape, place, part, depth + 1);
  if (known.items) describe(document, shape, `${place}[]`, known.items, depth + 1);
  for (const [name, property] of Object.entries(known.properties ?? {})) {
    const at = `${place}.${name}`;
    shape[at] = kindOf(document, property) + (known.required?.includes(name) ? '!' : '');
    describe(document, shape, at, property, depth + 1);
  }
}

function kindOf(document: ApiDocument, schema: Schema): string {
  if (schema.$ref) return nameOf(schema);
  const known = schema;
  const parts = [...(known.anyOf ?? []), ...(known.oneOf ?? [])];
  if (parts.length > 0)
    return [...new Set(parts.flatMap((part) => kindOf(document, part).split('|')))].sort().join('|');
  if (known.const !== undefined) return JSON.stringify(known.const);
  if (known.enum)
    return known.enum
      .map((value) => JSON.stringify(value))
      .sort()
      .join('|');
  return [known.type ?? 'any'].flat().sort().join('|');
}

function nameOf({ $ref = '' }: Schema): string {
  return `#${$ref.split('/').at(-1)}`;
}
