import sql from 'sql-template-tag';
import type { Row, Statement } from './sql.ts';

/** The statements of one transaction. */
export interface Batch {
  statements: Statement[];
  /** The change of a row that many transactions want, made last: the row is locked for the commit alone. */
  hot: { row: string; statement: Statement } | null;
}

// One more than the one that waits for the disk: enough to keep the server busy.
const UNDER_WAY = 2;
const BATCHES = 32;
// Nobody waits long for a row that only one of the others needs.
const PATIENCE = sql`select set_config('lock_timeout', '500', true)`;

/**
 * Transactions that come while others are being committed travel together as one: one packet, one flush of the disk,
 * and a row they all want is locked once. When the shared one fails, nothing of it has happened and each goes alone.
 */
export class SharedCommit {
  readonly #send: (statements: Statement[]) => Promise<Row[][]>;
  readonly #isUndone: (error: unknown) => boolean;
  #waiting: Pending[] = [];
  #underWay = 0;

  /** `isUndone` tells a transaction that failed from one whose end is not known. */
  constructor(send: (statements: Statement[]) => Promise<Row[][]>, isUndone: (error: unknown) => boolean) {
    this.#send = send;
    this.#isUndone = isUndone;
  }

  commit(batch: Batch): Promise<Row[][]> {
    const { promise, resolve, reject } = Promise.withResolvers<Row[][]>();
    this.#waiting.push({ batch, resolve, reject });
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
      const [, ...answers] = await this.#send([PATIENCE, ...statements, ...hotOnes(group)]);
      for (const { batch, resolve } of group) resolve(answers.splice(0, batch.statements.length));
    } catch (error) {
      if (this.#isUndone(error)) await Promise.all(group.map((pending) => this.#commitOne(pending)));
      else for (const { reject } of group) reject(error);
    }
  }

  async #commitOne({ batch, resolve, reject }: Pending): Promise<void> {
    const answers = this.#send([...batch.statements, ...hotOnes([{ batch }])]);
    await answers.then((all) => resolve(all.slice(0, batch.statements.length)), reject);
  }
}

/** Always in one order, so that two groups never wait for each other. */
function hotOnes(group: Array<Pick<Pending, 'batch'>>): Statement[] {
  const hot = group.flatMap(({ batch }) => batch.hot ?? []);
  return hot.sort((one, other) => (one.row < other.row ? -1 : 1)).map(({ statement }) => statement);
}

interface Pending {
  batch: Batch;
  resolve: (answers: Row[][]) => void;
  reject: (error: unknown) => void;
}
