import type { ApiTexts } from '../../src/platform/http/openapi.ts';

interface Field {
  $ref?: string;
  description?: string;
  properties?: Record<string, Field>;
  items?: Field;
  anyOf?: Field[];
  oneOf?: Field[];
  schema?: Field;
}

interface Operation {
  operationId: string;
  parameters?: Array<Field & { name: string }>;
  requestBody?: { content: Record<string, Field> };
  responses: Record<string, { content?: Record<string, Field> }>;
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Field> };
}

/** Parameters and fields without a description, operations without an example, and texts for nothing: a line each. */
export function apiTextProblems(document: ApiDocument, { examples, words }: ApiTexts): string[] {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const { schemas } = document.components;
  const names = new Set(operations.map(({ operationId }) => operationId));
  const places = new Set([
    '*',
    ...names,
    ...[...names].map((name) => name.split('.')[0]),
    ...Object.keys(schemas),
  ]);
  return [
    ...Object.entries(schemas).flatMap(([name, schema]) => undescribed(name, schema, schemas)),
    ...operations.flatMap((operation) => undescribedOf(operation, schemas)),
    ...operations.flatMap((operation) => exampleProblems(operation, examples)),
    ...Object.keys(examples)
      .filter((name) => !names.has(name))
      .map((name) => `${name}  has an example and does not exist`),
    ...Object.keys(words)
      .filter((name) => !places.has(name))
      .map((name) => `${name}  has words and does not exist`),
  ];
}

function undescribedOf(operation: Operation, schemas: Record<string, Field>): string[] {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Number(status) < 300 ? Object.values(content) : [],
  );
  return [
    ...parameters
      .filter(({ description }) => !description)
      .map(({ name }) => `${operationId}  ${name} has no description`),
    ...[...Object.values(requestBody?.content ?? {}), ...answers].flatMap(({ schema = {} }) =>
      undescribed(operationId, schema, schemas),
    ),
  ];
}

function undescribed(place: string, part: Field, schemas: Record<string, Field>, path = ''): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = part;
  return [
    ...Object.entries(properties).flatMap(([name, one]) => [
      ...(isDescribed(one, schemas) ? [] : [`${place}  ${path}${name} has no description`]),
      ...undescribed(place, one, schemas, `${path}${name}.`),
    ]),
    ...[...(items ? [items] : []), ...anyOf, ...oneOf].flatMap((one) =>
      undescribed(place, one, schemas, path),
    ),
  ];
}

function isDescribed({ $ref, description, anyOf = [] }: Field, schemas: Record<string, Field>): boolean {
  const target = schemas[$ref?.split('/').at(-1) ?? ''];
  return Boolean(
    description || target?.description || anyOf.some((one) => one.$ref && isDescribed(one, schemas)),
  );
}

function exampleProblems({ operationId, responses }: Operation, examples: ApiTexts['examples']): string[] {
  const example = examples[operationId];
  if (!example) return [`${operationId}  has no example; run scripts/examples/record.ts`];
  if (example.unrecorded) return [];
  const [, first] = Object.entries(responses).find(([status]) => Number(status) < 300) ?? [];
  const isJson = first?.content?.['application/json'] !== undefined;
  return isJson && example.answer === undefined ? [`${operationId}  has an example without its answer`] : [];
}
