/** A caller's JSON Schema, read as far as filling it needs. Untrusted: references stay inside it, depth is limited. */

export type Schema = Record<string, unknown>;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function propertiesOf(schema: Schema): Record<string, unknown> {
  return isObject(schema.properties) ? schema.properties : {};
}

/** An object whose keys are left to us. */
export function isOpenObject(schema: Schema): boolean {
  const limits = ['properties', 'patternProperties', 'required', '$ref', 'anyOf', 'oneOf', 'allOf'];
  const isFree = schema.additionalProperties === undefined || schema.additionalProperties === true;
  return schema.type === 'object' && isFree && limits.every((word) => schema[word] === undefined);
}

/** Whether it wants a list of things, itself or under one of its keys. */
export function hasList(schema: Schema): boolean {
  const root = resolveSchema(schema, schema);
  const parts = [root, ...Object.values(propertiesOf(root)).map((part) => resolveSchema(part, schema))];
  return parts.some(({ type, items }) => [type].flat().includes('array') || items !== undefined);
}

/** The shape with no thing in any of its lists; undefined where it has none. */
export function emptyLists(schema: Schema): unknown {
  const isList = (part: unknown) => [resolveSchema(part, schema).type].flat().includes('array');
  if (isList(schema)) return [];
  const lists = Object.entries(propertiesOf(resolveSchema(schema, schema))).filter(([, part]) =>
    isList(part),
  );
  return lists.length === 0 ? undefined : Object.fromEntries(lists.map(([key]) => [key, []]));
}

/** How many things its list may hold; null when it does not say, or has several lists. */
export function mostItems(schema: Schema): number | null {
  const root = resolveSchema(schema, schema);
  const parts = [root, ...Object.values(propertiesOf(root)).map((part) => resolveSchema(part, schema))];
  const lists = parts.filter(({ items }) => items !== undefined);
  const most = lists[0]?.maxItems;
  return lists.length === 1 && typeof most === 'number' ? most : null;
}

/**
 * Follows local references, joins what must hold together and takes the first real alternative; anything remote or
 * circular is an empty schema.
 */
export function resolveSchema(schema: unknown, root: Schema, depth = 0): Schema {
  if (!isObject(schema) || depth > 10) return {};
  if (typeof schema.$ref === 'string') return resolveSchema(referenced(schema.$ref, root), root, depth + 1);
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...own } = schema;
    return joined([
      resolveSchema(own, root, depth + 1),
      ...schema.allOf.map((part) => resolveSchema(part, root, depth + 1)),
    ]);
  }
  for (const word of ['anyOf', 'oneOf']) {
    const options = schema[word];
    if (!Array.isArray(options)) continue;
    const option = options.find((candidate) => isObject(candidate) && candidate.type !== 'null');
    return { ...schema, [word]: undefined, ...resolveSchema(option, root, depth + 1) };
  }
  return schema;
}

/** One schema of several that hold together: the keys of all of them. */
function joined(parts: Schema[]): Schema {
  const isOfKeys = parts.some((part) => isObject(part.properties));
  const required = parts.flatMap((part) => part.required ?? []);
  return {
    ...Object.assign({}, ...parts),
    ...(isOfKeys && { properties: Object.assign({}, ...parts.map(propertiesOf)) }),
    ...(required.length > 0 && { required }),
  };
}

function referenced(reference: string, root: Schema): unknown {
  if (!reference.startsWith('#/')) return reference === '#' ? root : undefined;
  let value: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** Beside something found, a value that may be null is null: so the official clients write "optional". */
export function withNulls(value: unknown, unresolved: unknown, root: Schema): unknown {
  const schema = resolveSchema(unresolved, root);
  if (Array.isArray(value)) return value.map((item) => withNulls(item, schema.items, root));
  if (!isObject(value) || Object.keys(value).length === 0) return value;
  const filled: [string, unknown][] = [];
  for (const [key, property] of Object.entries(propertiesOf(schema))) {
    if (Object.hasOwn(value, key)) filled.push([key, withNulls(value[key], property, root)]);
    else if (allowsNull(property, root)) filled.push([key, null]);
  }
  return Object.fromEntries(filled);
}

function allowsNull(schema: unknown, root: Schema, depth = 0): boolean {
  if (!isObject(schema) || depth > 10) return false;
  if (typeof schema.$ref === 'string') return allowsNull(referenced(schema.$ref, root), root, depth + 1);
  const options = [schema.anyOf, schema.oneOf].flat();
  return (
    [schema.type].flat().includes('null') || options.some((option) => allowsNull(option, root, depth + 1))
  );
}
