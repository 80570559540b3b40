import { OptionError, SwitchyardError } from './errors.ts';

/** Standard Schema (standardschema.dev), as Zod, Valibot and ArkType have it; the part that is used here. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly jsonSchema?: { input(options: { target: 'draft-2020-12' }): Record<string, unknown> };
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<SchemaIssue> };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** The answer of the service does not fit the schema of the call. */
export class AnswerError extends SwitchyardError {
  readonly issues: ReadonlyArray<SchemaIssue>;
  /** The answer of the service. */
  readonly output: unknown;

  constructor(issues: ReadonlyArray<SchemaIssue>, output: unknown) {
    super({
      code: 'invalid_answer',
      message: `The answer does not fit the schema: ${issues.map(describe).join('; ')}.`,
      remediation: 'Loosen the schema, or describe in its fields what the page shows.',
    });
    this.issues = issues;
    this.output = output;
  }
}

/** JSON Schema of a schema, which the service is asked to fill. */
export function jsonSchemaOf(schema: StandardSchema): Record<string, unknown> {
  // JavaScript may pass anything, most likely the JSON Schema itself.
  if (!schema['~standard'])
    throw new OptionError({
      code: 'invalid_schema',
      message: '`schema` is no schema of Zod or another Standard Schema.',
      remediation: 'Pass a JSON Schema as `output_schema`.',
      param: 'schema',
    });
  const { jsonSchema, vendor } = schema['~standard'];
  if (jsonSchema) return jsonSchema.input({ target: 'draft-2020-12' });
  const own = schema as {
    toJSONSchema?: () => Record<string, unknown>;
    toJsonSchema?: typeof own.toJSONSchema;
  };
  const made = own.toJSONSchema?.() ?? own.toJsonSchema?.();
  if (made) return made;
  throw new OptionError({
    code: 'invalid_schema',
    message: `A schema of ${vendor} does not tell its JSON Schema.`,
    remediation: 'Pass its JSON Schema as `output_schema` beside `schema`.',
    param: 'schema',
  });
}

/** The value as the schema has it; throws where it does not fit. */
export async function checked<T>(schema: StandardSchema<T>, value: unknown): Promise<T> {
  const result = await schema['~standard'].validate(value);
  if (result.issues) throw new AnswerError(result.issues, value);
  return result.value;
}

function describe({ message, path = [] }: SchemaIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length > 0 ? `${keys.join('.')}: ${message}` : message;
}
