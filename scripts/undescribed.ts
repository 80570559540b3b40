interface Part {
  $ref?: string;
  const?: unknown;
  description?: string;
  properties?: Record<string, Part>;
  items?: Part;
  anyOf?: Part[];
  oneOf?: Part[];
  schema?: Part;
}

interface Operation {
  operationId: string;
  description?: string;
  tags: string[];
  parameters?: Array<Part & { name: string }>;
  requestBody?: { content: Record<string, Part> };
  responses: Record<string, { content?: Record<string, Part> }>;
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Part> };
}

/** Operations, parameters and members of an OpenAPI document without a description: a line each. A constant needs none. */
export function undescribed({ paths, components: { schemas } }: ApiDocument): string[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const within = (place: string, part: Part): string[] => {
    const { properties = {}, items, anyOf = [], oneOf = [] } = part;
    return [
      ...Object.entries(properties).flatMap(([name, one]) => [
        ...(isDescribed(one) ? [] : [`${place}  ${name} has no description`]),
        ...within(`${place}.${name}`, one),
      ]),
      ...[...(items ? [items] : []), ...anyOf, ...oneOf].flatMap((one) => within(place, one)),
    ];
  };
  const isDescribed = ({ $ref, description, const: constant, anyOf = [] }: Part): boolean =>
    constant !== undefined ||
    Boolean(description || schemas[$ref?.split('/').at(-1) ?? '']?.description) ||
    anyOf.some((one) => one.$ref && isDescribed(one));
  const ofOperation = ({ operationId, description, tags, parameters = [], ...sent }: Operation) => [
    ...(description ? [] : [`${operationId} has no description`]),
    ...parameters
      .filter((one) => !isDescribed(one))
      .map(({ name }) => `${operationId}  ${name} has no description`),
    // Other companies describe the members of their formats.
    ...(tags.includes('Wrappers') ? [] : [sent.requestBody, ...Object.values(sent.responses)]).flatMap(
      (one) => Object.values(one?.content ?? {}).flatMap(({ schema = {} }) => within(operationId, schema)),
    ),
  ];
  return [
    ...Object.entries(schemas).flatMap(([name, schema]) => within(name, schema)),
    ...operations.flatMap(ofOperation),
  ];
}
