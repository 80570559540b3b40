import { type Command, Option } from 'commander';
import { calling } from './loaded.ts';
import { slaOption } from './run-commands.ts';

/** The commands about the contents of a workspace. */
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
  addKeyCommands(
    program.command('keys').description('the keys of this workspace, and its own keys at providers'),
  );
  addWebhookCommands(
    program.command('webhooks').description('endpoints that hear of the ends and questions of runs'),
  );
  addSessionCommands(program.command('sessions').description('browsers that you drive yourself'));
  program
    .command('usage')
    .description('what was used and what it cost')
    .option('--by <dimensions>', 'comma list of day, runner, key and site', 'day')
    .option('--from <day>', 'first day, such as 2026-11-01; 30 days back when left out')
    .option('--to <day>', 'last day; today when left out')
    .action(calling(() => import('./calls/usage.ts'), 'usageCommand'));
}

function addKeyCommands(keys: Command): void {
  const load = () => import('./calls/keys.ts');
  keys.command('list', { isDefault: true }).description('the keys').action(calling(load, 'keysList'));
  keys
    .command('create')
    .argument('<name>', 'what the key is for')
    .option('--limit <usd>', 'the most that its runs may cost in total')
    .description('make a key; it is shown only now')
    .action(calling(load, 'keysCreate'));
  keys
    .command('revoke')
    .argument('<id>', 'the key')
    .description('revoke a key')
    .action(calling(load, 'keysRevoke'));
  keys
    .command('providers')
    .description("the workspace's own keys at providers")
    .action(calling(load, 'providerKeysList'));
  keys
    .command('provider-set')
    .argument('<provider>', 'such as browserbase')
    .option('--test', 'try it with a cheap call first')
    .description('store a key at a provider; it is asked for or piped in')
    .action(calling(load, 'providerKeySet'));
  keys
    .command('provider-remove')
    .argument('<provider>', 'such as browserbase')
    .description('remove the key at a provider')
    .action(calling(load, 'providerKeyRemove'));
}

function addWebhookCommands(webhooks: Command): void {
  const load = () => import('./calls/webhooks.ts');
  webhooks
    .command('list', { isDefault: true })
    .description('the endpoints')
    .action(calling(load, 'webhooksList'));
  webhooks
    .command('add')
    .argument('<url>', 'a public https address')
    .option('--events <types>', 'comma list of event types; all when left out')
    .description('register an endpoint; its secret is shown only now')
    .action(calling(load, 'webhooksAdd'));
  webhooks
    .command('remove')
    .argument('<id>', 'the endpoint')
    .description('remove an endpoint')
    .action(calling(load, 'webhooksRemove'));
  webhooks
    .command('test')
    .argument('<id>', 'the endpoint')
    .description('send it a sample event')
    .action(calling(load, 'webhooksTest'));
  webhooks
    .command('deliveries')
    .argument('<id>', 'the endpoint')
    .description('what was sent to it')
    .action(calling(load, 'webhooksDeliveries'));
  webhooks
    .command('redeliver')
    .argument('<id>', 'the endpoint')
    .argument('<delivery>', 'the delivery')
    .description('send a delivery again')
    .action(calling(load, 'webhooksRedeliver'));
  webhooks
    .command('listen')
    .option('--forward-to <url>', 'send each event to this address, signed')
    .option('--events <types>', 'comma list of event types; all when left out')
    .description('print the events of this workspace as they happen, over a connection from here')
    .action(calling(() => import('./calls/listen.ts'), 'listenCommand'));
}

function addSessionCommands(sessions: Command): void {
  const load = () => import('./calls/sessions.ts');
  sessions
    .command('list', { isDefault: true })
    .description('the sessions')
    .action(calling(load, 'sessionsList'));
  sessions
    .command('create')
    .option('--minutes <count>', 'how long it may live')
    .description('start a browser and print the address for Playwright or Puppeteer')
    .action(calling(load, 'sessionsCreate'));
  sessions
    .command('release')
    .argument('<id>', 'the session')
    .description('end a session')
    .action(calling(load, 'sessionsRelease'));
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
