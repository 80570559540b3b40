import type { ScriptLine, Task } from '../../runners/contract.ts';

/** The wording of a task in which values became parameters: `Add {{input.quantity}} mugs`. */
export interface Template {
  text: string;
  script: ScriptLine[];
}

/** Values that the task gave and the script typed, chose or uploaded. */
const GIVEN = new Set<ScriptLine['action']>(['fill', 'select', 'upload']);
const PARAMETER = /\{\{input\.(\w{1,60})\}\}/gu;
const MAX_VALUE = 200;
const MAX_PARAMETERS = 20;

/** Turns the values of a task into parameters of its wording and of its script. */
export function templateOf(task: Task, script: readonly ScriptLine[]): Template | null {
  const flat = wordingOf(task);
  if (flat.includes('{{')) return null;
  const names = new Map<string, string>();
  const given = script.filter(({ action, value }) => GIVEN.has(action) && value && value.length <= MAX_VALUE);
  for (const { name, value } of given) {
    const key = plain(value ?? '');
    const isKnown = names.has(key) || names.size >= MAX_PARAMETERS;
    if (!isKnown && key !== '' && indexesOf(flat, key).length > 0) names.set(key, nameFor(name, names));
  }
  const longestFirst = [...names].toSorted(([one], [other]) => other.length - one.length);
  const marked = longestFirst.reduce((text, [value, name]) => withParameter(text, value, name), flat);
  // A value inside another one is part of it.
  const used = new Set([...marked.matchAll(PARAMETER)].map(([, name]) => name));
  return {
    text: marked,
    script: script.map((line) => {
      const name = GIVEN.has(line.action) ? names.get(plain(line.value ?? '')) : undefined;
      return name && used.has(name) ? { ...line, value: `{{input.${name}}}` } : line;
    }),
  };
}

/** The values with which a task fits the wording; null when it does not. */
export function valuesIn(text: string, task: Task): Map<string, string> | null {
  const flat = wordingOf(task);
  const pieces = text.split(PARAMETER);
  const values = new Map<string, string>();
  const lower = flat.toLowerCase();
  if (lower.length !== flat.length) return pieces.length === 1 && text === flat ? values : null;
  let at = 0;
  for (let index = 0; index < pieces.length; index += 2) {
    const literal = (pieces[index] ?? '').toLowerCase();
    const isLast = index === pieces.length - 1;
    const name = index === 0 ? null : (pieces[index - 1] ?? null);
    const begin =
      name === null
        ? 0
        : isLast
          ? lower.length - literal.length
          : literal === ''
            ? -1
            : lower.indexOf(literal, at + 1);
    if (begin < at || !lower.startsWith(literal, begin) || (name === null && begin !== 0)) return null;
    if (name !== null) {
      const value = flat.slice(at, begin);
      if (!isValue(value) || (values.get(name) ?? value) !== value) return null;
      values.set(name, value);
    }
    at = begin + literal.length;
  }
  return at === lower.length ? values : null;
}

/** The script with these values. */
export function filledIn(script: readonly ScriptLine[], values: ReadonlyMap<string, string>): ScriptLine[] {
  return script.map((line) => ({
    ...line,
    value: line.value?.replace(PARAMETER, (whole, name: string) => values.get(name) ?? whole) ?? null,
  }));
}

export function parametersOf(text: string): string[] {
  return [...new Set([...text.matchAll(PARAMETER)].map(([, name]) => name ?? ''))];
}

/** One value and no further clause of the task. */
function isValue(value: string): boolean {
  return (
    value.trim() === value &&
    value !== '' &&
    value.length <= MAX_VALUE &&
    value.split(' ').length <= 6 &&
    !/[,;!?\n"“”]|\.\s|\b(?:and|then|or|und|oder|dann|et|puis|ou|y|luego|o)\b/iu.test(value)
  );
}

/** The words of a task in one line. */
export function wordingOf({ goal, instructions, steps }: Task): string {
  return [goal, instructions ?? '', ...steps]
    .join(' ')
    .replace(/\s+/gu, ' ')
    .replace(/(?<![\s.!?])[\s.!?]+$/u, '')
    .trim();
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Where a value occurs as whole words. */
function indexesOf(text: string, value: string): number[] {
  const lower = text.toLowerCase();
  const indexes: number[] = [];
  for (let at = lower.indexOf(value); at >= 0; at = lower.indexOf(value, at + value.length)) {
    const around = `${lower[at - 1] ?? ' '}${lower[at + value.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) indexes.push(at);
  }
  return lower.length === text.length ? indexes : [];
}

function withParameter(text: string, value: string, name: string): string {
  let out = '';
  let at = 0;
  const taken = [...text.matchAll(PARAMETER)].map(
    ({ 0: { length }, index }) => [index, index + length] as const,
  );
  for (const index of indexesOf(text, value)) {
    if (index < at || taken.some(([from, to]) => index >= from && index < to)) continue;
    out += `${text.slice(at, index)}{{input.${name}}}`;
    at = index + value.length;
  }
  return out + text.slice(at);
}

function nameFor(label: string | null, names: ReadonlyMap<string, string>): string {
  const word =
    (label ?? '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
      .slice(0, 40) || 'value';
  const taken = new Set(names.values());
  let name = word;
  for (let number = 2; taken.has(name); number += 1) name = `${word}_${number}`;
  return name;
}
