/** One of several things that a search is told at once. */
export interface SearchPart {
  field: string;
  value: string;
}

const PART =
  /^(?:(?:and|with|by|of|from)\s+)*the\s+(\p{Ll}+(?:\s\p{Ll}+)?)\s+("[^"]+"|“[^”]+”|[\p{Lu}\p{N}].*)$/u;

/** "The year 1993, the director Ann Lee and the genre Drama": none where the query is not such a list. */
export function readParts(query: string): SearchPart[] {
  const parts = query
    .replace(/^(?!the\s)/u, 'the ')
    .split(/\s*,\s*(?:and\s+)?(?=the\s)|\s+and\s+(?=the\s)/u)
    .map((part) => PART.exec(part.trim()));
  return parts.length > 1 && parts.every((part) => part !== null)
    ? parts.map(([, field = '', value = '']) => ({ field, value: value.replace(/^["“]|["”]$/gu, '') }))
    : [];
}
