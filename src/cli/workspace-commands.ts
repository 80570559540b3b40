import { type Command, Option } from 'commander';
import { calling, loaded } from './loaded.ts';
import { slaOption } from './run-commands.ts';

/** The commands about what a workspace has at a service. */
export function addWorkspaceCommands(program: Command): void {
  program
    .command('runners')
    .description('the runners that can be used, with their prices')
    .option('--all', 'also those that need a key or are not there yet, and why')
    .addOption(
      new Option('--kind <kind>').choices(['hosted_agent', 'browser_infra', 'extraction', 'open_source']),
    )
    .addOption(
      new Option('--status <status>').choices(['available', 'needs_key', 'unreachable', 'coming_soon']),
    )
    .action(calling(() => import('./calls/runners.ts'), 'runnersCommand'));
  program
    .command('rankings')
    .description('who would be chosen for a kind of task at a site')
    .argument('[site]', 'such as example.com; all sites when left out')
    .addOption(
      new Option('--task <kind>').choices(['extract', 'form', 'download', 'search', 'multistep', 'monitor']),
    )
    .addOption(slaOption())
    .option('--limit <count>', 'how many', '20')
    .action(calling(() => import('./calls/rankings.ts'), 'rankingsCommand'));
  addCredentialCommands(program.command('creds').description('the logins that runs may use'));
  program
    .command('webhooks')
    .description('webhooks while developing')
    .command('listen')
    .description('register a temporary endpoint on this machine and print what arrives')
    .option('--url <url>', 'the running service; from BASE_URL, HOST and PORT when left out')
    .option('--events <types>', 'comma list of event types; all when left out')
    .option('--port <port>', 'where to listen; a free port when left out', '0')
    .action(loaded(() => import('./webhooks.ts'), 'webhooksListen'));
}

function addCredentialCommands(creds: Command): void {
  creds
    .command('list', { isDefault: true })
    .description('the stored logins; secrets are never shown')
    .action(calling(() => import('./calls/creds.ts'), 'credsList'));
  creds
    .command('add')
    .argument('<site>', 'such as example.com')
    .option('--username <name>', 'asked for in a terminal when left out')
    .option('--custody <policy>', 'who may see it: any, trusted_runners, deck_only or pinned:<runner>')
    .description('store a login; the password is asked for or piped in')
    .action(calling(() => import('./calls/creds.ts'), 'credsAdd'));
  creds
    .command('remove')
    .argument('<id>', 'the credential')
    .description('remove a login')
    .action(calling(() => import('./calls/creds.ts'), 'credsRemove'));
}
