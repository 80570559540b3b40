/** An import or re-export as written: the path, its line, and the names it takes (`*` and `default` included). */
export interface Import {
  path: string;
  line: number;
  isType: boolean;
  names: string[];
}

/** Every import of a module, static and dynamic, type-only ones too. */
export function importsOf(source: string): Import[] {
  const code = withoutText(source);
  const found: Import[] = [];
  for (const match of code.matchAll(IMPORT)) {
    const clause = match.groups?.clause ?? '';
    const quote = match.index + match[0].length - 1;
    const end = source.indexOf(source[quote] ?? "'", quote + 1);
    found.push({
      path: source.slice(quote + 1, end),
      line: lineAt(source, match.index),
      isType: /^\s*type\b(?!\s*,|\s+from\b)/.test(clause),
      names: namesIn(clause),
    });
  }
  return found;
}

// `import x from '`, `import '`, `export { x } from '`, `import('`; the text between quotes is blank here.
const IMPORT =
  /\b(?:(?:import|export)\b(?<clause>[\s\w$*,{}]*?)\bfrom\s*|import\s*\(\s*|import\s+)['"](?=\s*['"])/g;

function namesIn(clause: string): string[] {
  const [outside = '', inside = ''] = clause.split('{');
  const named = inside
    .replace('}', '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0] ?? name);
  const others = outside
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'type')
    .map((name) => (name.startsWith('*') ? '*' : 'default'));
  return [...others, ...named];
}

export function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

/**
 * The same text with everything inside comments, quotes, templates and regular expressions blanked, so that a
 * search sees code only and every position stays where it was.
 */
export function withoutText(source: string): string {
  const out = [...blank(source)];
  // One entry per open `${`: how many braces are open inside it.
  const templates: number[] = [];
  let at = 0;
  while (at < source.length) {
    const end = endOfText(source, at);
    if (end !== null) {
      keepQuotes(source, out, at, end);
      at = end;
      continue;
    }
    const char = source[at] ?? '';
    const open = templates.length - 1;
    if (char === '`' || (char === '}' && templates[open] === 0)) {
      if (char === '}') templates.pop();
      out[at] = char;
      const { end: stop, opens } = templateUntil(source, at + 1);
      if (opens) templates.push(0);
      out[stop - 1] = source[stop - 1] ?? '';
      at = stop;
      continue;
    }
    if (open >= 0 && char === '{') templates[open] = (templates[open] ?? 0) + 1;
    if (open >= 0 && char === '}') templates[open] = (templates[open] ?? 0) - 1;
    out[at] = char;
    at += 1;
  }
  return out.join('');
}

function blank(source: string): string {
  return source.replace(/[^\n]/gu, (char) => ' '.repeat(char.length));
}

function keepQuotes(source: string, out: string[], start: number, end: number): void {
  if (!/['"]/.test(source[start] ?? '')) return;
  out[start] = source[start] ?? '';
  out[end - 1] = source[end - 1] ?? '';
}

/** Where the comment, quoted text or regular expression that starts here ends; null when none starts here. */
function endOfText(source: string, at: number): number | null {
  const two = source.slice(at, at + 2);
  if (two === '//') return indexOrEnd(source, '\n', at);
  if (two === '/*') return indexOrEnd(source, '*/', at + 2) + 2;
  const pattern = /['"]/.test(two[0] ?? '')
    ? QUOTED
    : two[0] === '/' && startsRegex(source, at)
      ? REGEX
      : null;
  if (!pattern) return null;
  pattern.lastIndex = at;
  const found = pattern.exec(source);
  return found ? at + found[0].length : null;
}

const QUOTED = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

// A slash divides after a value and starts a regular expression everywhere else.
function startsRegex(source: string, at: number): boolean {
  const before = source.slice(Math.max(0, at - 60), at).trimEnd();
  return !/[\w$)\]'"`]$/.test(before) || /\b(?:return|typeof|case|in|of|await|yield|else)$/.test(before);
}

/** The end of a template's literal part, and whether it stopped at `${`. */
function templateUntil(source: string, from: number): { end: number; opens: boolean } {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '`') return { end: at + 1, opens: false };
    else if (source.startsWith('${', at)) return { end: at + 2, opens: true };
  }
  return { end: source.length, opens: false };
}

function indexOrEnd(source: string, wanted: string, from: number): number {
  const found = source.indexOf(wanted, from);
  return found < 0 ? source.length : found;
}
