import { afterAll } from 'vitest';
import { shardBreak } from '../../scripts/shards.ts';
import { Db, type Statement, type Tx } from '../../src/platform/db.ts';
import { hotStatements } from '../../src/platform/shared-commit.ts';

/**
 * Looks at every statement that the service sends while tests run: one that would go to all shards of a database on many servers
 * fails the file. Statements of the tests themselves are ignored.
 */
const state = globalThis as typeof globalThis & { statements?: { seen: Set<string>; bad: string[] } };
// One process runs many files and has one `Db`.
if (state.statements === undefined) watchStatements();
state.statements ??= { seen: new Set(), bad: [] };
const { seen, bad } = state.statements;

function look(statements: readonly Statement[]): void {
  for (const { text } of statements) {
    if (seen.has(text)) continue;
    const caller = callerOf(new Error().stack ?? '');
    if (caller === null) continue;
    seen.add(text);
    const broken = shardBreak(text);
    if (broken) bad.push(`${caller}: ${broken}`);
  }
}

/** The file that sent the statement, when it is the service's. */
function callerOf(stack: string): string | null {
  const files = [...stack.matchAll(/((?:src|test|bench)\/[^\s:)]+\.ts)/g)].map(([, file = '']) => file);
  const asked = files.find((file) => !/collect-statements|platform\/(db|shared-commit)\.ts/.test(file));
  return asked === undefined || /\.test\.ts$|^test\//.test(asked) ? null : asked;
}

function watchStatements(): void {
  const { query, queryFor, slowQuery, batch, commit, transaction } = Db.prototype;
  Object.assign(Db.prototype, {
    query(this: Db, ...args: Parameters<Db['query']>) {
      look([args[0]]);
      return query.apply(this, args);
    },
    queryFor(this: Db, ...args: Parameters<Db['queryFor']>) {
      look([args[1]]);
      return queryFor.apply(this, args);
    },
    slowQuery(this: Db, ...args: Parameters<Db['slowQuery']>) {
      look([args[0]]);
      return slowQuery.apply(this, args);
    },
    batch(this: Db, ...args: Parameters<Db['batch']>) {
      look(args[0]);
      return batch.apply(this, args);
    },
    commit(this: Db, ...args: Parameters<Db['commit']>) {
      look([...args[0].statements, ...hotStatements([args[0]])]);
      return commit.apply(this, args);
    },
    transaction<T>(this: Db, work: (run: Tx) => Promise<T>) {
      return transaction.call(this, (run: Tx) =>
        work((statement) => {
          look([statement]);
          return run(statement);
        }),
      );
    },
  });
}

afterAll(() => {
  const lines = bad.splice(0);
  if (lines.length === 0) return;
  throw new Error(
    `These statements on large tables do not name the workspace:\n${lines.join('\n')}\nName it, or say in scripts/shards.ts why not.`,
  );
});
