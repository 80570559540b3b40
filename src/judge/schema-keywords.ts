/** Words that make an object JSON Schema: 2020-12, and the spellings of draft-07 and OpenAPI that are translated. */
const CONSTRAINING = new Set(
  `$schema $id $anchor $dynamicAnchor $ref $dynamicRef $recursiveRef $recursiveAnchor $defs $vocabulary $async
  type enum const properties required additionalProperties unevaluatedProperties patternProperties propertyNames
  minProperties maxProperties dependencies dependentRequired dependentSchemas items prefixItems additionalItems
  unevaluatedItems contains minContains maxContains minItems maxItems uniqueItems anyOf oneOf allOf not if then else
  minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern nullable definitions`.split(
    /\s+/,
  ),
);

/** Annotations: they constrain nothing, and are common keys of property maps. */
const DESCRIBING = new Set(
  `title description default examples example deprecated readOnly writeOnly format contentEncoding contentMediaType
  contentSchema $comment discriminator externalDocs xml propertyOrdering`.split(/\s+/),
);

/** The first keyword that makes this object JSON Schema and not a property map; null for a map. */
export function constrainingKeyword(value: object): string | null {
  return Object.keys(value).find((key) => CONSTRAINING.has(key)) ?? null;
}

export function isKeyword(key: string, value: unknown): boolean {
  // The `id` of draft 4 is a URI.
  if (key === 'id') return typeof value === 'string' && /[:#/]/.test(value);
  return CONSTRAINING.has(key) || DESCRIBING.has(key) || key.startsWith('x-');
}
