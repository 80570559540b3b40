type Json = Record<string, unknown>;

/** Meanings of fields by their place: a named schema, an operation, a group of operations, or `*` for all; the field `` is a schema itself. */
export type ApiWords = Record<string, Record<string, string>>;

/** The parts of an OpenAPI document that have fields. */
export interface Described extends Json {
  paths: Record<string, Record<string, Json>>;
  components: Json & { schemas: Json };
}

/** The document with a description for each parameter and field that has none. */
export function withWords(document: Described, words: ApiWords): Described {
  const schemas = mapped(document.components.schemas, (schema, name) => inWords(schema, [name], words));
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      mapped(methods, (operation) => operationInWords(operation, words)),
    ]),
  );
  return { ...document, paths, components: { ...document.components, schemas } };
}

function operationInWords(operation: Json, words: ApiWords): Json {
  const { operationId, parameters, requestBody, responses } = operation as Json & {
    operationId: string;
    parameters?: Json[];
    requestBody?: Json;
    responses: Json;
  };
  const places = [operationId, operationId.split('.')[0] ?? ''];
  const inContent = (part: Json): Json => ({
    ...part,
    ...(part.content
      ? {
          content: mapped(part.content as Json, (one) => ({
            ...one,
            ...(one.schema ? { schema: inWords(one.schema as Json, places, words) } : {}),
          })),
        }
      : {}),
  });
  return {
    ...operation,
    ...(parameters
      ? { parameters: parameters.map((one) => ({ ...wordsOf(one, [`${one.name}`], places, words), ...one })) }
      : {}),
    ...(requestBody ? { requestBody: inContent(requestBody) } : {}),
    responses: mapped(responses, inContent),
  };
}

/** A schema and the fields below it. */
function inWords(schema: Json, places: string[], words: ApiWords, path: string[] = []): Json {
  const below = (part: Json) => inWords(part, places, words, path);
  const { properties, items, anyOf, oneOf } = schema as {
    properties?: Json;
    items?: Json;
    anyOf?: Json[];
    oneOf?: Json[];
  };
  return {
    ...(path.length === 0 ? wordsOf(schema, path, places, words) : {}),
    ...schema,
    ...(properties
      ? {
          properties: mapped(properties, (part, name) => ({
            ...wordsOf(part, [...path, name], places, words),
            ...inWords(part, places, words, [...path, name]),
          })),
        }
      : {}),
    ...(items ? { items: below(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(below) } : {}),
    ...(oneOf ? { oneOf: oneOf.map(below) } : {}),
  };
}

/** A reference keeps the words of its target, unless its own place has better ones. */
function wordsOf(part: Json, path: string[], places: string[], words: ApiWords): { description?: string } {
  const field = path.join('.');
  const own = places.map((place) => words[place]?.[field]).find((text) => text !== undefined);
  const shared = part.$ref ? undefined : (words['*']?.[field] ?? words['*']?.[path.at(-1) ?? '']);
  const description = own ?? shared;
  return description === undefined ? {} : { description };
}

function mapped(parts: Json, change: (part: Json, name: string) => Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part as Json, name)]));
}
