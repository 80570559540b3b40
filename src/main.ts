import { Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { migrateCommand } from './cli/migrate.ts';
import { serve } from './cli/serve.ts';
import { vaultRetire, vaultRotate, vaultStatus } from './cli/vault.ts';
import { webhooksListen } from './cli/webhooks.ts';
import { StartupError } from './errors.ts';

const program = new Command('switchyard').description('One API in front of every browser agent.');

program
  .command('serve')
  .description('start the API, the executor and the local runners')
  .addOption(
    new Option('--role <role>', 'what this process does').choices(['all', 'api', 'worker']).default('all'),
  )
  .action(serve);

program.command('migrate').description('apply the database migrations and exit').action(migrateCommand);

const vault = program.command('vault').description('the keys that seal stored secrets');
vault.command('status').description('key versions and what each holds').action(vaultStatus);
vault
  .command('rotate')
  .description('make a new key version and bring every sealed value to it')
  .option('--rewrap-only', 'make no new version, only bring what is left to the current one')
  .action(vaultRotate);
vault
  .command('retire')
  .argument('<version>', 'an old version that holds nothing any more')
  .description('destroy an old key version')
  .action(vaultRetire);

program
  .command('webhooks')
  .description('webhooks while developing')
  .command('listen')
  .description('register a temporary endpoint on this machine and print what arrives')
  .option('--url <url>', 'the running service; from BASE_URL, HOST and PORT when left out')
  .option('--events <types>', 'comma list of event types; all when left out')
  .option('--port <port>', 'where to listen; a free port when left out', '0')
  .option('--json', 'print whole events')
  .action(webhooksListen);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof StartupError) && !(error instanceof InvalidArgumentError)) throw error;
  process.stderr.write(`${pc.red('Switchyard cannot start:')} ${error.message}\n`);
  process.exitCode = 1;
}
