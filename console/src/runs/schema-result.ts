export interface FieldResult {
  name: string;
  /** In the words of JSON Schema; `any` where it says nothing. */
  type: string;
  isRequired: boolean;
  value: unknown;
  /** The fault of the value; null where it fits. */
  problem: 'missing' | 'type' | 'not_listed' | null;
}

/** The requested fields beside the received ones. Null where the schema asks for no object. The service has checked the whole. */
export function fieldsOf(schema: unknown, output: unknown): FieldResult[] | null {
  if (!isObject(schema) || !isObject(schema.properties)) return null;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const values = isObject(output) ? output : {};
  return Object.entries(schema.properties).map(([name, part]) => {
    const value = values[name];
    const isRequired = required.includes(name);
    return { name, type: typeOf(part), isRequired, value, problem: problemOf(part, value, isRequired) };
  });
}

function problemOf(schema: unknown, value: unknown, isRequired: boolean): FieldResult['problem'] {
  if (value === undefined) return isRequired ? 'missing' : null;
  if (!isObject(schema)) return null;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return 'not_listed';
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  return types.length === 0 || types.some((type) => isOfType(value, type)) ? null : 'type';
}

function typeOf(schema: unknown): string {
  if (!isObject(schema)) return 'any';
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  if (types[0] === 'array' && isObject(schema.items)) return `list of ${typeOf(schema.items)}`;
  return types.join(' or ') || (Array.isArray(schema.enum) ? 'one of a list' : 'any');
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
