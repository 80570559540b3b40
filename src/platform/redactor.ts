import { escapePattern } from './escape-pattern.ts';

/** Shorter values are hidden only as whole words, to keep ordinary text readable. */
const EVERYWHERE = 8;
const AS_WORD = 4;
const NEVER = /(?!)/;

interface Hidden {
  value: string;
  placeholder: string;
  /** Null for a value so short that it counts only as the whole text. */
  pattern: RegExp | null;
}

/**
 * Removes secrets from everything that leaves a run: each known value, in the encodings that pages, drivers and
 * providers use, is replaced by its placeholder.
 */
export class Redactor {
  readonly #hidden = new Map<string, Hidden>();
  #hits = 0;

  /** How often a secret was removed. */
  get hits(): number {
    return this.#hits;
  }

  get isEmpty(): boolean {
    return this.#hidden.size === 0;
  }

  /** `asWord` is the length from which a value is hidden inside other text; names are often ordinary words. */
  hide(value: string, placeholder: string, asWord = AS_WORD): void {
    if (value === '' || this.#hidden.has(value)) return;
    this.#hidden.set(value, { value, placeholder, pattern: patternOf(value, asWord) });
  }

  /** Whether a text holds any of them. */
  finds(text: string): boolean {
    return [...this.#hidden.values()].some(
      ({ value, pattern }) => text.trim() === value || (pattern !== null && text.search(pattern) >= 0),
    );
  }

  /** Whether a text holds the first half of any secret, as a field does while it is being filled in. */
  findsPart(text: string): boolean {
    return [...this.#hidden.keys()].some((value) => {
      const part = [...value].slice(0, Math.ceil([...value].length / 2)).join('');
      return part.length >= AS_WORD && text.search(patternOf(part, AS_WORD) ?? NEVER) >= 0;
    });
  }

  scrub(text: string): string {
    let out = text;
    for (const { value, placeholder, pattern } of this.#hidden.values()) {
      if (out.trim() === value) out = this.#hit(placeholder);
      else if (pattern) out = out.replace(pattern, () => this.#hit(placeholder));
    }
    return out;
  }

  /** The same value with every text in it scrubbed, keys and numbers too. */
  scrubDeep<T>(value: T): T {
    return this.isEmpty ? value : (this.#deep(value) as T);
  }

  #deep(value: unknown): unknown {
    if (typeof value === 'string') return this.scrub(value);
    if (typeof value === 'number') {
      const text = String(value);
      const out = this.scrub(text);
      return out === text ? value : out;
    }
    if (Array.isArray(value)) return value.map((item) => this.#deep(item));
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
      return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.scrub(key), this.#deep(item)]),
    );
  }

  #hit(placeholder: string): string {
    this.#hits += 1;
    return placeholder;
  }
}

function patternOf(value: string, asWord: number): RegExp | null {
  if (value.length < asWord) return null;
  if (value.length < EVERYWHERE) {
    const words = [...new Set([value, percent(value), html(value), json(value)])].map(escapePattern);
    return new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...words, mixed(value)].join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  }
  return new RegExp([...spellings(value).map(escapePattern), mixed(value)].join('|'), 'giu');
}

/**
 * Encoders escape different characters: markup leaves quotes alone, form encoding escapes brackets that a script does
 * not. So each character may appear in any of its spellings.
 */
function mixed(value: string): string {
  return [...value.toWellFormed()]
    .map((sign) => {
      if (/[A-Za-z0-9]/.test(sign)) return sign;
      const code = sign.codePointAt(0) ?? 0;
      const hex = code.toString(16);
      const forms = [
        sign,
        percent(sign),
        `%${hex.padStart(2, '0')}`,
        ...(sign === ' ' ? ['+', '&nbsp;'] : []),
        ...(ENTITIES[sign] ?? []),
        `&#${code};`,
        `&#x${hex};`,
        json(sign),
        `\\u${hex.padStart(4, '0')}`,
      ];
      return `(?:${[...new Set(forms)].map(escapePattern).join('|')})`;
    })
    .join(jointOf(value));
}

/** What may be between the characters: tags and their Markdown where one is emphasized in part, and the gaps of codes. */
function jointOf(value: string): string {
  const star = value.includes('*') ? '' : '\\*|';
  const gap = CODE.test(value) ? '[ \\u00a0-]|' : '';
  return `(?:${gap}${star}</?[a-z][^<>]{0,200}>){0,6}`;
}

/** One-time codes and their seeds, which pages show in groups. */
export const CODE = /^(?:\d{4,10}|[A-Z2-7]{16,})$/iu;

const ENTITIES: Record<string, string[]> = {
  '&': ['&amp;'],
  '<': ['&lt;'],
  '>': ['&gt;'],
  '"': ['&quot;'],
  "'": ['&apos;'],
};

/** Longest first, so that no spelling leaves a rest of another. */
export function spellings(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const all = [
    value,
    percent(value),
    percent(value).replaceAll('%20', '+'),
    [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    html(value),
    html(value).replaceAll('&#39;', '&#x27;'),
    json(value),
    bytes.toString('hex'),
    ...base64(bytes),
  ];
  return [...new Set(all)].sort((one, other) => other.length - one.length);
}

/** Inside a longer base64 text the first and last characters depend on the neighbours, so they are left out. */
function base64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const core = text.slice(shift === 0 ? 0 : shift + 1, -1);
    return core.length < 8 ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function percent(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

function html(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function json(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
