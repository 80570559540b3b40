/**
 * Quoted words, addresses, dates and times are one thing each, whatever stands in them. Before an instruction is cut
 * into clauses each becomes a single private character, and comes back when its clause is read.
 */
export interface Protected {
  text: string;
  tokens: Token[];
}

interface Token {
  kind: 'quote' | 'url' | 'email' | 'file' | 'date' | 'time' | 'list';
  text: string;
}

const FIRST = 0xe000;

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  [
    'quote',
    /"([^"]{1,2000})"|“([^”]{1,2000})”|«([^»]{1,2000})»|`([^`]{1,2000})`|(?<=^|[\s(:,=])'([^'\n]{1,400})'(?=$|[\s).,;:!?])/gu,
  ],
  ['url', /\bhttps?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)]/giu],
  ['email', /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu],
  // The last part has a letter, which tells a file from a number: "photo.png".
  [
    'file',
    /(?<![\w./@])(?=[\d-]*[A-Za-z_])[\w-]+\.(?!com\b|org\b|net\b)[A-Za-z][A-Za-z\d]{1,4}(?![\w./@])/gu,
  ],
  [
    'date',
    new RegExp(
      `\\b\\d{4}-\\d{1,2}-\\d{1,2}\\b|\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}\\b|\\b${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}\\b|\\b\\d{1,2}(?:st|nd|rd|th)?(?:\\s+of)?\\s+${MONTH},?\\s+\\d{4}\\b`,
      'giu',
    ),
  ],
  ['time', /\b\d{1,2}:\d{2}(?::\d{2})?(?:\s*(?:[ap]\.m\.?|[ap]m\b))?|\b\d{1,2}\s*[ap]m\b/giu],
  ['list', /\[[^\]\n]{1,300}\]/gu],
];

export function protect(text: string): Protected {
  const tokens: Token[] = [];
  let out = text.replace(/[\ue000-\uf8ff]/gu, ' ');
  for (const [kind, pattern] of PATTERNS) {
    out = out.replace(pattern, (whole, ...groups: unknown[]) => {
      if (tokens.length > 500) return whole;
      const inner =
        kind === 'quote' ? (groups.slice(0, 5).find((group) => typeof group === 'string') ?? whole) : whole;
      tokens.push({ kind, text: restore(String(inner), tokens) });
      return String.fromCharCode(FIRST + tokens.length - 1);
    });
  }
  // A quotation that ends with a full stop ends its sentence.
  out = out.replace(/([\ue000-\uf8ff])\s+(?=\p{Lu}\p{Ll}+\s)/gu, (whole, mark: string) =>
    /[.!?]$/u.test(tokens[mark.charCodeAt(0) - FIRST]?.text ?? '') ? `${mark}. ` : whole,
  );
  return { text: out, tokens };
}

export function restore(text: string, tokens: Token[]): string {
  return text.replace(/[\ue000-\uf8ff]/gu, (mark) => tokens[mark.charCodeAt(0) - FIRST]?.text ?? '');
}

/** The same, with its quotation marks. */
export function restoreQuoted(text: string, tokens: Token[]): string {
  return text.replace(/[\ue000-\uf8ff]/gu, (mark) => {
    const token = tokens[mark.charCodeAt(0) - FIRST];
    return token?.kind === 'quote' ? `"${token.text}"` : (token?.text ?? '');
  });
}

/** The token a text consists of, when it is exactly one. */
export function soleToken(text: string, tokens: Token[]): Token | null {
  const plain = text.trim();
  return plain.length === 1 ? (tokens[plain.charCodeAt(0) - FIRST] ?? null) : null;
}

/** What a value says: a quotation as it is, with the sign that ends it; anything else by `plain`. */
export function valueSaid(text: string, tokens: Token[], plain: (words: string) => string): string {
  const sole = soleToken(text, tokens);
  return sole?.kind === 'quote' ? sole.text : plain(restore(text, tokens));
}
