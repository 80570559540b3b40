import { Argument, type Command, Option } from 'commander';
import { addMembers } from './command-group.ts';
import { loaded } from './loaded.ts';

/** The commands of the operator: on settings, database and keys of the service. */
export function addOperatorCommands(program: Command): void {
  program
    .command('serve')
    .description('start the API, the executor and the local runners')
    .addOption(
      new Option('--role <role>', 'the work of this process')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .action(loaded(() => import('./serve.ts'), 'serve'));
  program
    .command('doctor')
    .description('the state of this machine, with a remedy for each gap')
    .action(loaded(() => import('./doctor.ts'), 'doctor'));
  program
    .command('docs')
    .description('the documentation')
    .command('search')
    .argument('<words...>', 'the words to look for')
    .description('search the documentation that came with this program')
    .action(loaded(() => import('./docs.ts'), 'docsSearch'));
  program
    .command('config')
    .description('the settings')
    .command('check')
    .description('read the settings, start nothing')
    .action(loaded(() => import('./doctor.ts'), 'configCheck'));
  program
    .command('migrate')
    .description('apply the database migrations and exit')
    .action(loaded(() => import('./migrate.ts'), 'migrateCommand'));
  program
    .command('import')
    .argument('<file>', 'an export')
    .description('fill an empty installation from the export of another version, or bring in history')
    .action(loaded(() => import('./backup.ts'), 'importCommand'))
    .command('long-tasks')
    .argument('<file>', 'a JSON file with tasks, runs and deliveries')
    .option('--workspace <id>', 'the owner of the history; the first workspace when left out')
    .description('load the history of long tasks, all of it or nothing')
    .action(loaded(() => import('./import-long-tasks.ts'), 'importLongTasks'));
  program
    .command('ledger')
    .description('the money')
    .command('check')
    .description('whether balances, holds, charges, payments and usage agree with the ledger')
    .action(loaded(() => import('./ledger.ts'), 'ledgerCheck'));
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
    .action(loaded(() => import('./workspace.ts'), 'workspacePlan'));
  addMembers(program, () => import('./backup.ts'), {
    backup: [
      'backupCommand',
      'copy database, captured files and keys to one file while the service runs',
      { '<file>': 'the file to write' },
    ],
    export: [
      'exportCommand',
      'the same for another version, also from a database that was made before 0.1.0',
      { '<file>': 'the file to write' },
    ],
    restore: [
      'restoreCommand',
      'fill an empty installation from a backup',
      { '<file>': 'a backup of this version' },
    ],
  });
  addEvidenceCommands(program.command('evidence').description('the evidence of smart routing about runners'));
  addVaultCommands(program.command('vault').description('the keys that seal stored secrets'));
}

function addVaultCommands(vault: Command): void {
  addMembers(vault, () => import('./vault.ts'), {
    status: ['vaultStatus', 'key versions and the number of sealed values of each'],
    rotate: [
      'vaultRotate',
      'make a new key version and bring every sealed value to it',
      { '--rewrap-only': 'make no new version, only bring the remaining values to the current one' },
    ],
    retire: ['vaultRetire', 'destroy an old key version', { '<version>': 'an old version without values' }],
  });
}

function addEvidenceCommands(evidence: Command): void {
  addMembers(evidence, () => import('./evidence.ts'), {
    export: [
      'evidenceExport',
      'write the evidence about runners, defences and kinds of task; no domains, no workspaces',
      { '<file>': 'the file to write' },
    ],
    import: [
      'evidenceImport',
      'add it to the evidence here, at a quarter of its weight',
      { '<file>': 'an export of another installation' },
    ],
  });
}
