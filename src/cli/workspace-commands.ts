import { type Command, Option } from 'commander';
import { addMembers } from './command-group.ts';
import { calling } from './loaded.ts';
import { slaOption } from './run-commands.ts';

/** The commands about the contents of a workspace. */
export function addWorkspaceCommands(program: Command): void {
  const runners = program
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
  runners
    .command('test')
    .description('do one small task at a runner, and show where its provider differs from what is known')
    .argument('[slug]', 'the runner')
    .option('--mine', "every runner under this workspace's own provider keys")
    .option('--url <url>', 'another public page')
    .option('--bundle <file>', 'write the calls, without keys and texts, for a bug report')
    .option('--yes', 'without asking whether the price is right')
    .action(calling(() => import('./calls/runner-test.ts'), 'runnerTestCommand'));
  program
    .command('models')
    .description('the language model of the service')
    .command('test')
    .description('examine the language model: tool calls, JSON, pictures, context, speed and price')
    .argument('[model]', 'one of the configured models')
    .action(calling(() => import('./calls/model-test.ts'), 'modelTestCommand'));
  program
    .command('rankings')
    .description('the ranking of runners for a kind of task at a site')
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
    .description('usage and its cost')
    .option('--by <dimensions>', 'comma list of day, runner, key and site', 'day')
    .option('--from <day>', 'first day, such as 2026-11-01; 30 days back when left out')
    .option('--to <day>', 'last day; today when left out')
    .action(calling(() => import('./calls/usage.ts'), 'usageCommand'));
}

function addCredentialCommands(creds: Command): void {
  addMembers(
    creds,
    () => import('./calls/creds.ts'),
    {
      list: ['credsList', 'the stored logins; secrets are never shown'],
      add: [
        'credsAdd',
        'store a login; the password is asked for or piped in',
        {
          '<site>': 'such as example.com',
          '--username <name>': 'asked for in a terminal when left out',
          '--custody <policy>': 'its runners: any, trusted_runners, deck_only or pinned:<runner>',
        },
      ],
      remove: ['credsRemove', 'remove a login', { '<id>': 'the credential' }],
    },
    calling,
  );
}

function addKeyCommands(keys: Command): void {
  const provider = { '<provider>': 'such as browserbase' };
  addMembers(
    keys,
    () => import('./calls/keys.ts'),
    {
      list: ['keysList', 'the keys'],
      create: [
        'keysCreate',
        'make a key; it is shown only now',
        {
          '<name>': 'the purpose of the key',
          '--limit <usd>': 'the most that its runs may cost in total',
          '--permissions <list>': 'comma list of runs, vault, webhooks and workspace',
          '--expires <time>': 'the time after which the key is refused, such as 2027-01-31T00:00:00Z',
        },
      ],
      revoke: ['keysRevoke', 'revoke a key', { '<id>': 'the key' }],
      providers: ['providerKeysList', "the workspace's own keys at providers"],
      'provider-set': [
        'providerKeySet',
        'store a key at a provider; it is asked for or piped in',
        { ...provider, '--test': 'try it with a cheap call first' },
      ],
      'provider-remove': ['providerKeyRemove', 'remove the key at a provider', provider],
    },
    calling,
  );
}

function addWebhookCommands(webhooks: Command): void {
  const endpoint = { '<id>': 'the endpoint' };
  const events = { '--events <types>': 'comma list of event types; all when left out' };
  addMembers(
    webhooks,
    () => import('./calls/webhooks.ts'),
    {
      list: ['webhooksList', 'the endpoints'],
      add: [
        'webhooksAdd',
        'register an endpoint; its secret is shown only now',
        { '<url>': 'a public https address', ...events },
      ],
      remove: ['webhooksRemove', 'remove an endpoint', endpoint],
      test: ['webhooksTest', 'send it a sample event', endpoint],
      deliveries: ['webhooksDeliveries', 'its deliveries', endpoint],
      redeliver: [
        'webhooksRedeliver',
        'send a delivery again',
        { ...endpoint, '<delivery>': 'the delivery' },
      ],
    },
    calling,
  );
  webhooks
    .command('listen')
    .option('--forward-to <url>', 'send each event to this address, signed')
    .option('--events <types>', events['--events <types>'])
    .description('print the events of this workspace as they happen, over a connection from here')
    .action(calling(() => import('./calls/listen.ts'), 'listenCommand'));
}

function addSessionCommands(sessions: Command): void {
  addMembers(
    sessions,
    () => import('./calls/sessions.ts'),
    {
      list: ['sessionsList', 'the sessions'],
      create: [
        'sessionsCreate',
        'start a browser and print the address for Playwright or Puppeteer',
        { '--minutes <count>': 'how long it may live' },
      ],
      release: ['sessionsRelease', 'end a session', { '<id>': 'the session' }],
    },
    calling,
  );
}
