import sql from 'sql-template-tag';
import type { Clock } from './clock.ts';
import type { Row, Statement } from './sql.ts';

/** The statements of one transaction. */
export interface Batch {
  statements: Statement[];
  hot: HotChange | null;
}

/**
 * The change of a row that many transactions share. It is made last, so that the row is locked only during the commit; the changes of
 * a group become one.
 */
export interface HotChange {
  row: string;
  amounts: readonly number[];
  statement(amounts: readonly number[]): Statement;
}

// One more than the commit that waits for the disk keeps the server busy.
const UNDER_WAY = 2;
const BATCHES = 32;
// Often they all want the same row: more at once would only wait for it, each with a connection and with its time running.
const ALONE_AT_ONCE = 4;
// Behind a commit that got no answer, a transaction that has waited this long fails with it: its own two seconds would be
// more than a caller's three.
const WAIT_MS = 900;
// A short lock timeout: one transaction of the group must not delay the others.
const LOCK_TIMEOUT = sql`select set_config('lock_timeout', '500', true)`;

/**
 * Groups transactions that arrive while others are being committed: one packet, one disk flush, and a shared row is locked
 * once. When the group fails it is rolled back, and each transaction is committed alone.
 */
export class SharedCommit {
  readonly #send: (statements: Statement[]) => Promise<Row[][]>;
  readonly #isUndone: (error: unknown) => boolean;
  readonly #clock: Clock;
  #waiting: Pending[] = [];
  #underWay = 0;

  /** `isUndone` distinguishes a rolled-back transaction from one whose outcome is unknown. */
  constructor(
    clock: Clock,
    send: (statements: Statement[]) => Promise<Row[][]>,
    isUndone: (error: unknown) => boolean,
  ) {
    this.#clock = clock;
    this.#send = send;
    this.#isUndone = isUndone;
  }

  commit(batch: Batch): Promise<Row[][]> {
    const { promise, resolve, reject } = Promise.withResolvers<Row[][]>();
    this.#waiting.push({ batch, sinceMono: this.#clock.mono(), resolve, reject });
    if (this.#underWay < UNDER_WAY) this.#next();
    return promise;
  }

  #next(): void {
    const group = this.#waiting.splice(0, BATCHES);
    if (group.length === 0) return;
    this.#underWay += 1;
    void this.#commitAll(group).finally(() => {
      this.#underWay -= 1;
      this.#next();
    });
  }

  async #commitAll(group: Pending[]): Promise<void> {
    const [only] = group;
    if (only && group.length === 1) return this.#commitOne(only);
    const statements = group.flatMap(({ batch }) => batch.statements);
    try {
      const [, ...answers] = await this.#send([
        LOCK_TIMEOUT,
        ...statements,
        ...hotStatements(group.map(({ batch }) => batch)),
      ]);
      for (const { batch, resolve } of group) resolve(answers.splice(0, batch.statements.length));
    } catch (error) {
      if (this.#isUndone(error)) return this.#commitEach(group);
      this.#failWaiting(error);
      for (const { reject } of group) reject(error);
    }
  }

  async #commitEach(group: Pending[]): Promise<void> {
    const work = async () => {
      for (let next = group.shift(); next; next = group.shift()) await this.#commitOne(next);
    };
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, work));
  }

  async #commitOne({ batch, resolve, reject }: Pending): Promise<void> {
    const answers = this.#send([...batch.statements, ...hotStatements([batch])]);
    await answers.then(
      (all) => resolve(all.slice(0, batch.statements.length)),
      (error) => {
        if (!this.#isUndone(error)) this.#failWaiting(error);
        reject(error);
      },
    );
  }

  #failWaiting(error: unknown): void {
    const isTooLate = ({ sinceMono }: Pending) => this.#clock.mono() - sinceMono > WAIT_MS;
    const late = this.#waiting.filter(isTooLate);
    this.#waiting = this.#waiting.filter((pending) => !isTooLate(pending));
    for (const { reject } of late) reject(error);
  }
}

/** One statement a row, always in one order, so that two groups never wait for each other. */
export function hotStatements(batches: readonly Batch[]): Statement[] {
  const rows = new Map<string, HotChange>();
  for (const { hot } of batches) {
    if (!hot) continue;
    const { row, amounts, statement } = hot;
    const others = rows.get(row)?.amounts;
    rows.set(row, { row, amounts: amounts.map((amount, at) => amount + (others?.[at] ?? 0)), statement });
  }
  const inOrder = [...rows.values()].sort((one, other) => (one.row < other.row ? -1 : 1));
  return inOrder.map(({ amounts, statement }) => statement(amounts));
}

interface Pending {
  batch: Batch;
  sinceMono: number;
  resolve: (answers: Row[][]) => void;
  reject: (error: unknown) => void;
}
