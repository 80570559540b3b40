import { stringify } from 'yaml';

/**
 * The part of Go's text/template that our chart uses, with the functions that Helm adds. Anything else throws, so that the chart
 * stays within the tested part: Helm is not available on the machine that runs the tests.
 */
export function renderTemplate(text: string, data: unknown): string {
  const parts = split(text);
  const out = block(parts, { dot: data, variables: new Map([['$', data]]) });
  if (parts.length > 0) throw new Error(`unexpected {{ ${parts[0]?.code} }}`);
  return out;
}

interface Part {
  text: string;
  /** The action after the text; null after the last text. */
  code: string | null;
}
interface Scope {
  dot: unknown;
  variables: Map<string, unknown>;
}

const FUNCTIONS: Record<string, (...args: never[]) => unknown> = {
  add: (...numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0),
  and: (...values: unknown[]) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  dict: (...pairs: unknown[]) =>
    Object.fromEntries(pairs.flatMap((key, at) => (at % 2 === 0 ? [[key, pairs[at + 1]]] : []))),
  eq: (one: unknown, other: unknown) => one === other,
  gt: (one: number, other: number) => one > other,
  int: (value: unknown) => Math.trunc(Number(value ?? 0)),
  nindent: (spaces: number, text: string) => `\n${text}`.replaceAll('\n', `\n${' '.repeat(spaces)}`),
  not: (value: unknown) => !isTrue(value),
  quote: (value: unknown) => JSON.stringify(String(value)),
  toYaml: (value: unknown) => stringify(value).trimEnd(),
};

function split(text: string): Part[] {
  const pieces = text.split(/(\s*\{\{- |\{\{ ?)((?:(?!\{\{|\}\}).)*?)( -\}\}\s*| ?\}\})/);
  const parts: Part[] = [];
  for (let at = 0; at < pieces.length; at += 4)
    parts.push({ text: pieces[at] ?? '', code: pieces[at + 2]?.trim() ?? null });
  if (parts.some((part) => /\{\{|\}\}|\{ \{/.test(part.text))) throw new Error('a brace is not closed');
  return parts;
}

/** Renders up to the end of the block, which stays the first part. */
function block(parts: Part[], scope: Scope | null): string {
  let out = '';
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    out += scope ? part.text : '';
    const { code } = part;
    if (code === null) break;
    if (code === 'end' || code === 'else') {
      parts.unshift({ text: '', code });
      break;
    }
    const [word = '', rest = ''] = code.split(/ (.*)/);
    if (['if', 'with', 'range'].includes(word)) out += control(word, rest, parts, scope);
    else if (scope && !code.startsWith('/*')) out += shown(evaluate(code, scope));
  }
  return out;
}

function control(word: string, rest: string, parts: Part[], scope: Scope | null): string {
  const loop = /^\$(\w+), \$(\w+) := (.*)$/.exec(rest);
  const value = scope && evaluate(loop?.[3] ?? rest, scope);
  const isTaken = scope !== null && isTrue(value);
  let out = '';
  if (word === 'range' && isTaken) {
    const all = Object.entries(value as object).sort(([one], [other]) => (one < other ? -1 : 1));
    let left = parts;
    for (const [key, item] of all) {
      left = [...parts];
      const variables = new Map([...scope.variables, [`$${loop?.[1]}`, key], [`$${loop?.[2]}`, item]]);
      out += block(left, { dot: item, variables });
    }
    parts.splice(0, parts.length, ...left);
  } else {
    out += block(parts, isTaken ? { ...scope, dot: word === 'with' ? value : scope.dot } : null);
  }
  const end = parts.shift();
  if (end?.code !== 'else') {
    if (end?.code !== 'end') throw new Error(`{{ ${word} }} has no end`);
    return out;
  }
  out += block(parts, scope !== null && !isTaken ? scope : null);
  if (parts.shift()?.code !== 'end') throw new Error(`{{ ${word} }} has no end`);
  return out;
}

/** A pipeline: the value before a bar becomes the last argument of the function after it. */
function evaluate(code: string, scope: Scope): unknown {
  const tokens = code.match(/"[^"]*"|[()|]|[^\s()|]+/g) ?? [];
  const value = pipeline(tokens, scope);
  if (tokens.length > 0) throw new Error(`${code}: ${tokens[0]} is one too many`);
  return value;
}

function pipeline(tokens: string[], scope: Scope): unknown {
  let piped: unknown[] = [];
  for (;;) {
    const args: unknown[] = [];
    const name = /^[a-z]/i.test(tokens[0] ?? '') ? tokens.shift() : undefined;
    while (tokens.length > 0 && !['|', ')'].includes(tokens[0] ?? '')) args.push(operand(tokens, scope));
    piped = [name === undefined ? args[0] : call(name, [...args, ...piped])];
    if (tokens[0] !== '|') return piped[0];
    tokens.shift();
  }
}

function call(name: string, args: unknown[]): unknown {
  const known = FUNCTIONS[name];
  if (!known) throw new Error(`unsupported template function: ${name}`);
  return known(...(args as never[]));
}

function operand(tokens: string[], scope: Scope): unknown {
  const token = tokens.shift() ?? '';
  if (token === '(') {
    const value = pipeline(tokens, scope);
    if (tokens.shift() !== ')') throw new Error('a bracket is not closed');
    return value;
  }
  if (token.startsWith('"')) return JSON.parse(token);
  if (/^\d+$/.test(token)) return Number(token);
  const [start = '', ...path] = token.split('.');
  if (start !== '' && !scope.variables.has(start)) throw new Error(`${token} is not known`);
  let value = start === '' ? scope.dot : scope.variables.get(start);
  for (const key of path.filter((step) => step !== '')) {
    if (typeof value !== 'object' || value === null || !(key in value))
      throw new Error(`${token} is not set`);
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function isTrue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function shown(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
