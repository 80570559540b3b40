/** One field of a flat schema. */
export interface SchemaField {
  name: string;
  type: (typeof FIELD_TYPES)[number];
  isRequired: boolean;
  description: string;
}

export const FIELD_TYPES = [
  'string',
  'number',
  'integer',
  'boolean',
  'list of strings',
  'list of numbers',
] as const;

type Property = { type?: unknown; items?: { type?: unknown }; description?: unknown };

/** The fields of a schema that a form can show; null where it says more than that. */
export function fieldsOf(schema: unknown): SchemaField[] | null {
  if (schema === undefined) return [];
  const { type, properties, required = [], ...more } = (schema ?? {}) as Record<string, unknown>;
  const isPlain = type === 'object' && Object.keys(more).every((key) => key === 'additionalProperties');
  if (!isPlain || typeof properties !== 'object' || properties === null || !Array.isArray(required))
    return null;
  const fields = Object.entries(properties as Record<string, Property>).map(([name, property]) => {
    const { type: kind, items, description = '', ...rest } = property ?? {};
    const isFlat = Object.keys(rest).length === 0 && Object.keys(items ?? {}).every((key) => key === 'type');
    const shown = kind === 'array' ? `list of ${String(items?.type)}s` : kind;
    const known = FIELD_TYPES.find((one) => one === shown);
    return isFlat && known && typeof description === 'string'
      ? { name, type: known, isRequired: required.includes(name), description }
      : null;
  });
  return fields.every((field) => field !== null) ? fields : null;
}

/** Leaves out fields without a name. */
export function schemaOfFields(fields: readonly SchemaField[]): Record<string, unknown> | undefined {
  const named = fields.filter(({ name }) => name.trim() !== '');
  if (named.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((field) => [field.name.trim(), propertyOf(field)])),
    required: named.filter(({ isRequired }) => isRequired).map(({ name }) => name.trim()),
    additionalProperties: false,
  };
}

function propertyOf({ type, description }: SchemaField): Property {
  const said = description.trim() === '' ? {} : { description: description.trim() };
  const item = /^list of (\w+)s$/.exec(type)?.[1];
  return item ? { type: 'array', items: { type: item }, ...said } : { type, ...said };
}
