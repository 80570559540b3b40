const SIZE = 20;
const HINT = 3;
const WARNING = 5;
const STUCK = 8;

/** The latest actions, to notice that they repeat. */
export class Ring {
  readonly #entries: string[] = [];

  /** Adds an action with its target and the page after it; how often it repeats, alone or in turn with another one. */
  add(entry: string): 'fresh' | 'hint' | 'warning' | 'stuck' {
    this.#entries.push(entry);
    if (this.#entries.length > SIZE) this.#entries.shift();
    const equal = this.#entries.filter((one) => one === entry).length;
    // A-B-A-B counts like three equal ones.
    const repeats = Math.max(equal, this.#alternating() - 1);
    if (repeats >= STUCK) return 'stuck';
    if (repeats >= WARNING) return 'warning';
    return repeats >= HINT ? 'hint' : 'fresh';
  }

  /** Length of the end in which two entries take turns. */
  #alternating(): number {
    const entries = this.#entries;
    const [last, before] = [entries.at(-1), entries.at(-2)];
    if (before === undefined || last === before) return 1;
    let length = 2;
    while (length < entries.length && entries.at(-1 - length) === (length % 2 === 0 ? last : before))
      length += 1;
    return length;
  }
}

export const REPEATS = {
  fresh: '',
  hint: 'You did the same several times and the page is as it was. Try another way.\n',
  warning:
    'You keep repeating the same actions without any effect. Do something different now, or finish and say what prevents the task.\n',
  stuck: '',
} as const;
