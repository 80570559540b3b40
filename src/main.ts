import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { StartupError } from './errors.ts';

const program = new Command('switchyard').description('One API in front of every browser agent.');

program
  .command('serve')
  .description('start the API, the executor and the local runners')
  .addOption(
    new Option('--role <role>', 'what this process does').choices(['all', 'api', 'worker']).default('all'),
  )
  .action(loaded(() => import('./cli/serve.ts'), 'serve'));

program
  .command('runners')
  .description('list every runner, whether it is on, and what turns it on')
  .option('--kind <kind>', 'hosted_agent, browser_infra, extraction or open_source')
  .option('--status <status>', 'available, needs_key or coming_soon')
  .option('--json', 'as JSON lines')
  .action(loaded(() => import('./cli/runners.ts'), 'runnersCommand'));

program
  .command('migrate')
  .description('apply the database migrations and exit')
  .action(loaded(() => import('./cli/migrate.ts'), 'migrateCommand'));

program
  .command('import')
  .description('bring in history from elsewhere')
  .command('long-tasks')
  .argument('<file>', 'a JSON file with tasks, runs and deliveries')
  .option('--workspace <id>', 'whose history it is; the first workspace when left out')
  .description('load the history of long tasks, all of it or nothing')
  .action(loaded(() => import('./cli/import-long-tasks.ts'), 'importLongTasks'));

const db = program.command('db').description('the database as a whole');
db.command('backup')
  .argument('<file>', 'where to write it')
  .description('copy every row to a file')
  .action(loaded(() => import('./cli/db.ts'), 'dbBackup'));
db.command('restore')
  .argument('<file>', 'a backup of this version')
  .description('fill an empty database from a backup')
  .action(loaded(() => import('./cli/db.ts'), 'dbRestore'));

program
  .command('config')
  .description('the settings')
  .command('check')
  .description('read the settings, start nothing')
  .action(loaded(() => import('./cli/doctor.ts'), 'configCheck'));
program
  .command('doctor')
  .description('what this machine has and lacks')
  .action(loaded(() => import('./cli/doctor.ts'), 'doctor'));

program
  .command('workspace')
  .description('the workspaces of this installation')
  .command('plan')
  .argument('<id>', 'the workspace')
  .addArgument(
    new Argument('<plan>', 'with enterprise its owner may choose the retention').choices([
      'standard',
      'enterprise',
    ]),
  )
  .addOption(new Option('--retention <time>', 'how long its files are kept').choices(['24h', '7d', '30d']))
  .description('set the plan of a workspace')
  .action(loaded(() => import('./cli/workspace.ts'), 'workspacePlan'));

const evidence = program.command('evidence').description('what smart routing learned about runners');
evidence
  .command('export')
  .argument('<file>', 'where to write it')
  .description('write what is known of runners, defences and kinds of task; no domains, no workspaces')
  .action(loaded(() => import('./cli/evidence.ts'), 'evidenceExport'));
evidence
  .command('import')
  .argument('<file>', 'an export of another installation')
  .description('add it to what is known here, at a quarter of its weight')
  .action(loaded(() => import('./cli/evidence.ts'), 'evidenceImport'));

const vault = program.command('vault').description('the keys that seal stored secrets');
vault
  .command('status')
  .description('key versions and what each holds')
  .action(loaded(() => import('./cli/vault.ts'), 'vaultStatus'));
vault
  .command('rotate')
  .description('make a new key version and bring every sealed value to it')
  .option('--rewrap-only', 'make no new version, only bring what is left to the current one')
  .action(loaded(() => import('./cli/vault.ts'), 'vaultRotate'));
vault
  .command('retire')
  .argument('<version>', 'an old version that holds nothing any more')
  .description('destroy an old key version')
  .action(loaded(() => import('./cli/vault.ts'), 'vaultRetire'));

program
  .command('ledger')
  .description('the money')
  .command('check')
  .description('whether balances, holds, charges, payments and usage agree with the ledger')
  .action(loaded(() => import('./cli/ledger.ts'), 'ledgerCheck'));

program
  .command('webhooks')
  .description('webhooks while developing')
  .command('listen')
  .description('register a temporary endpoint on this machine and print what arrives')
  .option('--url <url>', 'the running service; from BASE_URL, HOST and PORT when left out')
  .option('--events <types>', 'comma list of event types; all when left out')
  .option('--port <port>', 'where to listen; a free port when left out', '0')
  .option('--json', 'print whole events')
  .action(loaded(() => import('./cli/webhooks.ts'), 'webhooksListen'));

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof StartupError) && !(error instanceof InvalidArgumentError)) throw error;
  const what = program.args[0] === 'serve' ? 'Switchyard cannot start:' : 'Not done:';
  process.stderr.write(`${pc.red(what)} ${error.message}\n`);
  process.exitCode = 1;
}

/** A command whose module is loaded when it is called: small ones do not wait for the whole service. */
function loaded<Module>(load: () => Promise<Module>, name: keyof Module) {
  return async (...args: unknown[]): Promise<void> => {
    const command = (await load())[name] as (...args: unknown[]) => unknown;
    await command(...args);
  };
}
