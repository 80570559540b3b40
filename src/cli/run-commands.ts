import { type Command, Option } from 'commander';
import { addMembers } from './command-group.ts';
import { calling } from './loaded.ts';

/** The commands about runs of a service. */
export function addRunCommands(program: Command): void {
  withRouting(program.command('run').description('do a task, with a live view in a terminal'))
    .option('--dry-run', 'show the estimate and the ranking, run nothing')
    .option('--detach', 'come back at once with the id of the run')
    .option('--idempotency-key <key>', 'make the call repeatable: one run per key within 24 hours')
    .action(calling(() => import('./calls/run.ts'), 'runCommand'));
  withRouting(program.command('estimate').description('the expected cost and runner of a task')).action(
    calling(() => import('./calls/estimate.ts'), 'estimateCommand'),
  );
  withTask(
    program.command('learn').description('let many runners try a task, so that routing knows the site'),
  )
    .option('--all', 'every runner that can be used, instead of the most promising')
    .option('--yes', 'without asking whether the price is right')
    .action(calling(() => import('./calls/learn.ts'), 'learnCommand'));
  program
    .command('runs')
    .description('the latest runs, newest first')
    .option('--limit <count>', 'how many', '20')
    .addOption(
      new Option('--status <status>').choices([
        'running',
        'needs_human',
        'succeeded',
        'failed',
        'blocked',
        'empty',
        'cancelled',
      ]),
    )
    .option('--runner <slug>', 'only those of this runner')
    .addOption(new Option('--feedback <word>', 'only those judged so').choices(['correct', 'wrong']))
    .action(calling(() => import('./calls/runs.ts'), 'runsCommand'));
  ofRun(program, 'watch', 'follow a run to its end').action(
    calling(() => import('./calls/watch.ts'), 'watchCommand'),
  );
  ofRun(program, 'show', 'the current state of a run: steps, answer, price').action(
    calling(() => import('./calls/show.ts'), 'showCommand'),
  );
  ofRun(program, 'explain', 'why this runner: the decision card of a run').action(
    calling(() => import('./calls/explain.ts'), 'explainCommand'),
  );
  ofRun(program, 'cancel', 'end a run').action(calling(() => import('./calls/cancel.ts'), 'cancelCommand'));
  ofRun(program, 'answer', 'answer the question that a run waits on')
    .argument('[answer]', 'asked for in a terminal when left out')
    .action(calling(() => import('./calls/answer.ts'), 'answerCommand'));
  addMembers(
    program.command('feedback').description('whether the answers of runs are right'),
    () => import('./calls/feedback.ts'),
    {
      give: [
        'give',
        'judge the answer of a run',
        {
          '<id>': 'the run',
          '--correct': 'the answer is right',
          '--wrong': 'the answer is wrong',
          '--answer <text>': 'the right answer',
          '--note <text>': 'a remark',
        },
      ],
      export: [
        'exportAll',
        'every judged run as a line of JSON, for tuning the judge',
        { '--out <file>': 'write to this file' },
      ],
    },
    calling,
  );
  ofRun(program, 'open', 'show the live view or the recording of a run in a browser').action(
    calling(() => import('./calls/open.ts'), 'openCommand'),
  );
}

function ofRun(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).argument('<id>', 'the run');
}

function withRouting(command: Command): Command {
  return withTask(command).option(
    '--routing <routing>',
    'smart, a category, a runner, or runners separated by commas',
  );
}

function withTask(command: Command): Command {
  return command
    .argument('<task...>', 'the task, in plain words')
    .option('--url <url>', 'the first page')
    .option('--schema <file>', 'a JSON Schema that the answer has to fit')
    .addOption(slaOption())
    .option('--max-cost <usd>', 'the ceiling in dollars')
    .option('--credential <id>', 'the stored login to use')
    .option('--questions', 'only runners that can pass on a question of the site, such as for a code')
    .option('--no-questions', 'fail where the site asks');
}

export function slaOption(): Option {
  return new Option('--sla <profile>', 'the priority of the ranking').choices([
    'balanced',
    'cheapest',
    'fastest',
    'most_reliable',
  ]);
}
