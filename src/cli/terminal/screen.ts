import { type Column, table } from './table.ts';

/** The output of a command: answers to stdout, words about them to stderr; with --json stdout has JSON alone. */
export class Screen {
  readonly isJson: boolean;

  constructor(options: { json?: boolean | undefined }) {
    this.isJson = options.json ?? false;
  }

  /** Whether a person can answer questions here. */
  get canAsk(): boolean {
    return !this.isJson && process.stdin.isTTY === true && process.stderr.isTTY === true;
  }

  get isTerminal(): boolean {
    return !this.isJson && process.stdout.isTTY === true;
  }

  line(text = ''): void {
    process.stdout.write(`${text}\n`);
  }

  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  json(value: unknown): void {
    this.line(JSON.stringify(value));
  }

  /** One thing: its lines, or with --json itself. */
  one(value: unknown, ...lines: string[]): void {
    if (this.isJson) this.json(value);
    else for (const line of lines) this.line(line);
  }

  /** Rows of a table, or with --json one object per line; without rows, an empty list. */
  list<Row>(columns: ReadonlyArray<Column<Row>>, rows: readonly Row[], ifNone: string): void {
    if (this.isJson)
      for (const row of rows.length > 0 ? rows : [{ object: 'list', data: [] }]) this.json(row);
    else if (rows.length === 0) this.note(ifNone);
    else
      for (const line of table(columns, rows, process.stdout.isTTY ? process.stdout.columns : undefined))
        this.line(line);
  }

  /** A finished change: as a sentence, or with --json as the service's answer. */
  done(value: unknown, sentence: string): void {
    this.one(value, sentence);
  }
}
