export interface Change {
  /** Such as `offers[2].price`; empty for the whole. */
  path: string;
  kind: 'added' | 'removed' | 'changed';
  before: unknown;
  after: unknown;
}

/** The differences between two JSON values, leaf by leaf, at most `most` of them. */
export function changesOf(before: unknown, after: unknown, most = 200): Change[] {
  const changes: Change[] = [];
  compare('', before, after, changes, most);
  return changes;
}

function compare(path: string, before: unknown, after: unknown, changes: Change[], most: number): void {
  if (changes.length >= most || Object.is(before, after)) return;
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    changes.push({ path, kind, before, after });
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const next = Array.isArray(before) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    compare(next, before[key], after[key], changes, most);
  }
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export interface LinePart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

const MOST_LINES = 400;

/** The lines of two texts: those in both, those only before, those only after. Very long texts are compared as a whole. */
export function linesOf(before: string, after: string): LinePart[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  if (a.length > MOST_LINES || b.length > MOST_LINES)
    return before === after
      ? [{ kind: 'same', text: before }]
      : [
          { kind: 'removed', text: before },
          { kind: 'added', text: after },
        ];
  const common = commonLengths(a, b);
  const parts: LinePart[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      parts.push({ kind: 'same', text: left });
      i += 1;
      j += 1;
    } else if (right === undefined || (left !== undefined && at(common, i + 1, j) >= at(common, i, j + 1))) {
      parts.push({ kind: 'removed', text: left ?? '' });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: right });
      j += 1;
    }
  }
  return parts;
}

/** How many lines the rest of both have in common, from each pair of places on. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i] as number[];
      row[j] =
        a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  return table;
}

function at(table: ReadonlyArray<readonly number[]>, i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
