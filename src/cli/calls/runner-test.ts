import { writeFile } from 'node:fs/promises';
import type { Runner, RunnerTest, Switchyard } from '@switchyard/sdk';
import type { Command } from 'commander';
import pc from 'picocolors';
import { confirmed } from '../terminal/ask.ts';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';
import { brief, usd } from '../terminal/format.ts';
import { table } from '../terminal/table.ts';
import { serviceOf } from './service.ts';

interface Options {
  mine?: boolean;
  url?: string;
  bundle?: string;
  yes?: boolean;
}

/** Does one small task at a runner, or at each one that works under the workspace's own provider keys. */
export async function runnerTestCommand(
  slug: string | undefined,
  { mine, url, bundle, yes }: Options,
  command: Command,
): Promise<void> {
  if ((slug === undefined) !== (mine ?? false))
    throw new CommandError('Name a runner, or say --mine.', 'switchyard runners test <slug>');
  const { client, screen } = await serviceOf(command);
  const runners = await wanted(client, slug);
  const price = runners.reduce((sum, { price: { typical_task_usd: one } }) => sum + one, 0);
  const names = runners.map((runner) => runner.slug).join(', ');
  if (!(await confirmed(screen, `Test ${names} for about ${usd(price)}?`, yes))) {
    screen.note('Nothing was run.');
    return;
  }
  const tests: RunnerTest[] = [];
  for (const runner of runners) {
    const test = await client.runners.test(runner.slug, { confirm: true, url, bundle: bundle !== undefined });
    tests.push(test);
    const { exchange: _, ...shown } = test;
    screen.one(shown, ...linesOf(test));
  }
  if (bundle !== undefined) await writeFile(bundle, `${JSON.stringify(tests.map(reportOf), null, 2)}\n`);
  if (tests.some(({ ok }) => !ok)) process.exitCode = EXIT.failed;
}

/** For strangers: an answer is the text of a page, and may be anybody's. */
function reportOf(test: RunnerTest): unknown {
  const checks = test.checks.map(({ name, ok }) => ({ name, ok }));
  return { ...test, checks };
}

async function wanted(client: Switchyard, slug: string | undefined): Promise<Runner[]> {
  const { runners, providers } = await client.runners.list();
  if (slug !== undefined) {
    const found = runners.filter((runner) => runner.slug === slug);
    if (found.length === 0) throw new CommandError(`Runner ${slug} not found.`, 'switchyard runners --all');
    return found;
  }
  const own = new Set(providers.filter(({ own_key }) => own_key).map(({ family }) => family));
  const mine = runners.filter(
    ({ curated, status, needs }) =>
      curated && status === 'available' && needs.length > 0 && needs.every((family) => own.has(family)),
  );
  if (mine.length === 0)
    throw new CommandError(
      'No runner works under a provider key of this workspace.',
      'switchyard keys --help',
    );
  return mine;
}

function linesOf({ runner, ok, cost_usd, run_id, checks, differences }: RunnerTest): string[] {
  const heading = `${pc.bold(runner)}  ${ok ? pc.green('passed') : pc.red('failed')}  ${usd(cost_usd)}  ${run_id}`;
  const lines = table(
    [
      { head: 'CHECK', of: ({ name }) => name.replaceAll('_', ' ') },
      { head: '', of: (check) => (check.ok ? pc.green('yes') : pc.red('no')) },
      { head: 'DETAIL', of: ({ detail }) => brief(detail, 160) },
    ],
    checks,
  );
  if (differences.length === 0) return [heading, '', ...lines, ''];
  const differing = table(
    [
      { head: 'FIELD', of: ({ field }) => field },
      { head: 'EXPECTED', of: ({ expected }) => brief(expected) },
      { head: 'SEEN', of: ({ seen }) => brief(seen) },
    ],
    differences,
  );
  return [heading, '', ...lines, '', ...differing, ''];
}
