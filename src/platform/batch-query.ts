import type { Duplex } from 'node:stream';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import type { Row, Statement } from './sql.ts';

/**
 * Several statements with one Sync: one packet, one round trip, and one implicit transaction that the server commits
 * at the Sync or undoes at the first error. Named statements are parsed and described once per connection.
 */
export class BatchQuery extends pg.Query {
  readonly #statements: Encoded[];
  readonly #answers: Row[][];
  /** Named statements that this batch parses; the server keeps them when the batch ends well. */
  readonly #parsed = new Map<string, Column[] | null>();
  #connection: Connection | null = null;
  #at = 0;
  #columns: Column[] | null = null;

  private constructor(statements: Statement[], done: Done) {
    super('', undefined, done as never);
    // Serialised before anything is sent, so that a bad value cannot leave half a batch on the wire.
    this.#statements = statements.map(({ name, text, values }) => ({
      name,
      text,
      values: values.map(prepareValue),
    }));
    this.#answers = statements.map(() => []);
  }

  static send(client: pg.ClientBase, statements: Statement[]): Promise<Row[][]> {
    return new Promise((resolve, reject) => {
      const done: Done = (error, answers) => (error ? reject(error) : resolve(answers ?? []));
      client.query(new BatchQuery(statements, done));
    });
  }

  override submit = (connection: unknown): null => {
    const wire = connection as Connection;
    this.#connection = wire;
    wire.stream.cork();
    for (const statement of this.#statements) this.#write(wire, statement);
    wire.sync();
    wire.stream.uncork();
    return null;
  };

  #write(wire: Connection, { name, text, values }: Encoded): void {
    const known = name === undefined ? undefined : knownOn(wire).get(name);
    if (known === undefined && !(name !== undefined && this.#parsed.has(name))) {
      // An earlier batch may have parsed it and then failed.
      if (name !== undefined) wire.close({ type: 'S', name });
      wire.parse({ name, text });
      if (name !== undefined) this.#parsed.set(name, null);
    }
    wire.bind({ statement: name, values });
    if (known === undefined) wire.describe({ type: 'P', name: '' });
    wire.execute({});
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text'),
    }));
  }

  handleDataRow({ fields }: { fields: Array<string | null> }): void {
    const columns = this.#columns ?? this.#knownColumns();
    const row: Row = {};
    for (let index = 0; index < columns.length; index += 1) {
      const { name, parse } = columns[index] as Column;
      const value = fields[index] ?? null;
      row[name] = value === null ? null : parse(value);
    }
    this.#answers[this.#at]?.push(row);
  }

  handleCommandComplete(): void {
    const name = this.#statements[this.#at]?.name;
    if (name !== undefined && this.#parsed.has(name) && this.#columns) this.#parsed.set(name, this.#columns);
    this.#columns = null;
    this.#at += 1;
  }

  handleReadyForQuery(): void {
    if (this.#connection) {
      for (const [name, columns] of this.#parsed) knownOn(this.#connection).set(name, columns ?? []);
    }
    (this as unknown as { callback: Done }).callback(null, this.#answers);
  }

  #knownColumns(): Column[] {
    const name = this.#statements[this.#at]?.name;
    if (name === undefined || this.#connection === null) return [];
    return this.#parsed.get(name) ?? knownOn(this.#connection).get(name) ?? [];
  }
}

type Done = (error: Error | null, answers?: Row[][]) => void;

interface Encoded {
  name: string | undefined;
  text: string;
  values: Array<string | Buffer | null>;
}

interface Column {
  name: string;
  parse: (text: string) => unknown;
}

interface Field {
  name: string;
  dataTypeID: number;
}

/** The used part of the driver's connection. */
interface Connection {
  stream: Duplex;
  parse(message: { name: string | undefined; text: string }): void;
  bind(message: { statement: string | undefined; values: Encoded['values'] }): void;
  describe(message: { type: 'P'; name: string }): void;
  close(message: { type: 'S'; name: string }): void;
  execute(message: Record<string, never>): void;
  sync(): void;
}

const known = new WeakMap<Connection, Map<string, Column[]>>();

/** The named statements of a connection, with the columns of their answers. */
function knownOn(connection: Connection): Map<string, Column[]> {
  const found = known.get(connection) ?? new Map<string, Column[]>();
  known.set(connection, found);
  return found;
}
