import { type ChildProcess, execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Switchyard } from '@switchyard/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandLine } from '../support/command-line.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { hasTerminal, Terminal } from '../support/terminal.ts';
import { createTestDatabase } from '../support/test-database.ts';

// The program as a process, against the service as a process.

const KEY = `svc_${'c'.repeat(40)}`;
const resources = new AsyncDisposableStack();
let service: ServiceProcess;
let shop: string;
let folder: string;
let line: CommandLine;
/** For look-ups and clean-ups beside the command of a test: a process takes ten times as long. */
let client: Switchyard;

beforeAll(async () => {
  const database = resources.use(await createTestDatabase());
  folder = await mkdtemp(join(tmpdir(), 'switchyard-cli-'));
  resources.defer(() => removeFolder(folder));
  service = resources.use(
    await startService({ DATA_DIR: folder, DATABASE_URL: database.url, SVC_API_KEY: KEY }),
  );
  shop = /Demo site\s+(\S+)/.exec(service.output())?.[1] ?? '';
  const home = join(folder, 'home');
  client = new Switchyard({ apiKey: KEY, baseUrl: service.url });
  line = new CommandLine({ HOME: home, SWITCHYARD_API_KEY: KEY, SWITCHYARD_BASE_URL: service.url });
});
afterAll(() => resources.disposeAsync());

const kettle = () => ['What does the camp kettle cost?', '--url', `${shop}/products/fernfall-camp-kettle`];
const slow = () => ['Read this page', '--url', `${shop}/slow?ms=60000`, '--routing', 'local-fetch'];
/** A task behind a login whose code arrives by mail. */
const points = async () => {
  const [made] = await line.json(['creds', 'add', shop, '--username', 'demo'], 'campfire\n');
  return ['How many loyalty points do I have?', '--url', `${shop}/account`, '--credential', made.id];
};
const mailedCode = async () => {
  const { mails } = (await (await fetch(`${shop}/demo/inbox.json`)).json()) as { mails: { code: string }[] };
  return mails[0]?.code ?? '';
};
const count = async () => (await client.runs.list({ limit: 100 })).data.length;
const statusOf = async (id: string) => (await client.runs.get(id)).status;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours and cursors are control characters
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

/** The first process takes itself for an older Node, starts the real one, and tells how many signals it handed on. */
const OLDER_NODE = {
  OLDER_NODE: 'yes',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import { ChildProcess } from 'node:child_process';
    if (process.env.OLDER_NODE) {
      delete process.env.OLDER_NODE;
      Object.defineProperty(process, 'versions', { value: { node: '20.0.0' } });
      const { kill } = ChildProcess.prototype;
      let handed = 0;
      ChildProcess.prototype.kill = function (signal) {
        handed += 1;
        return kill.call(this, signal);
      };
      process.on('exit', () => console.error('signals handed on: ' + handed));
    }
  `)}`,
};

describe('a run', () => {
  test('in a pipe: the answer to stdout, plain lines beside it, nothing is asked', async () => {
    const { code, stdout, stderr } = await line.run(['run', ...kettle(), '--routing', 'local-chromium']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/58[.,]00/)]);
    expect(stderr).toMatch(/^resp_\w+ .*switchyard watch resp_/);
    expect(stderr).toMatch(/→ local-chromium\n {2}✓ goto http/);
    expect(stderr).toMatch(/succeeded · by local-chromium · confidence \d+ % · price \$0\.\d+/);
    expect(stderr).toMatch(/watch http\S+\/live\//);
    expect(stdout + stderr).not.toMatch(CONTROL);
  });

  test('in a terminal without a size, lines stay whole', async () => {
    const sized = 'Object.assign(process.stderr, { isTTY: true, columns: 0, rows: 0 })';
    const env = { NO_COLOR: '1', NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(sized)}` };
    const { stderr } = await line.with(env).run(['run', ...kettle(), '--routing', 'local-fetch']);
    expect(stderr).toContain('→ local-fetch');
  });

  test('with --json one object; a schema from a file shapes the answer', async () => {
    const file = join(folder, 'schema.json');
    const properties = { name: { type: 'string' }, price: { type: 'number' } };
    await writeFile(file, JSON.stringify({ type: 'object', properties, required: ['price'] }));
    const runs = await line.json(['run', ...kettle(), '--schema', file]);
    expect(runs).toEqual([
      expect.objectContaining({ status: 'succeeded', output: expect.objectContaining({ price: 58 }) }),
    ]);
  });

  test('--dry-run shows the price and the ranking, and runs nothing', async () => {
    const before = await count();
    const { code, stdout } = await line.run(['run', ...kettle(), '--dry-run', '--max-cost', '0.003']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/About \$0\.\d+ .*likely by local-/)]);
    expect(stdout).toContain('It ends at $0.003 (your ceiling).');
    expect(stdout).toMatch(/1 {2}local-\w+ +█+/);
    expect(await count()).toBe(before);
  });

  test('the next runner takes over in the live view', async () => {
    const routing = ['--routing', 'local-fetch,local-chromium'];
    const { stderr } = await line.run(['run', 'Read this page', '--url', `${shop}/challenge`, ...routing]);
    expect(stderr).toMatch(/✗ local-fetch: blocked .*\n→ local-chromium takes over from local-fetch\n/);
  });

  test('is listed, shown, watched, explained, and cancelled once', async () => {
    const [done] = await line.json(['run', ...kettle()]);
    const [latest] = await line.json(['runs', '--limit', '1']);
    expect(latest.id).toBe(done.id);
    expect((await line.run(['show', done.id])).stdout).toMatch(/58[.,]00[\s\S]*succeeded/);
    expect((await line.run(['explain', done.id])).stdout).toMatch(/RUNNER +SUCCESS[\s\S]*█+░* \d+ %/);
    expect((await line.json(['watch', done.id])).at(-1)).toMatchObject({ id: done.id, status: 'succeeded' });

    const started = await line.run(['run', ...slow(), '--detach']);
    const id = /Started (resp_\w+)\./.exec(started.stdout)?.[1] ?? '';
    expect(await line.run(['cancel', id])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${id} is cancelled`),
    });
    expect((await line.run(['watch', id])).code).toBe(1);
  });
});

test('each way to end has its exit code', async () => {
  const code = async (...args: string[]) => (await line.run(args)).code;
  expect(await code('run', 'Read it', '--url', `${shop}/challenge`, '--routing', 'local-fetch')).toBe(3);
  expect(await code('show', 'resp_00000000000000000000000000000000')).toBe(2);
  expect(await code('runs', '--unknown')).toBe(2);
  expect(await code('no-such-command')).toBe(2);
  expect(await code('runs', '--limit', 'many')).toBe(2);
  expect(await code('run', ' ')).toBe(2);
  expect(await code('run', ...kettle(), '--max-cost', 'cheap')).toBe(2);
});

test('a code of the site: 5 without a terminal, then `answer` and `watch`', async () => {
  const waiting = await line.run(['run', ...(await points())]);
  expect(waiting.code).toBe(5);
  const id = /^(resp_\w+)/.exec(waiting.stderr)?.[1] ?? '';
  expect(waiting.stderr).toContain(`switchyard answer ${id} <answer>`);
  expect(await line.run(['answer', id])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Nobody can be asked here/),
  });
  expect(await line.run(['answer', id, await mailedCode()])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Sent.'),
  });
  expect(await line.run(['watch', id])).toMatchObject({ code: 0, stdout: expect.stringContaining('412') });
});

test('an answer is judged, filtered by and exported', async () => {
  const [{ id }] = await line.json(['run', ...kettle()]);
  const give = ['feedback', 'give', id, '--wrong', '--answer', '58 USD', '--note', 'The lid.'];
  expect(await line.run(give)).toMatchObject({ code: 0, stdout: expect.stringContaining(`${id} is wrong`) });
  expect((await line.run(['feedback', 'give', id])).code).toBe(2);
  expect((await line.run(['feedback', 'give', id, '--correct', '--wrong'])).code).toBe(2);
  expect((await line.run(['runs', '--feedback', 'wrong'])).stdout).toContain(id);
  const { code, stdout } = await line.run(['feedback', 'export']);
  const lines = stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect({ code, judged: lines.find((judged) => judged.id === id) }).toMatchObject({
    code: 0,
    judged: {
      task: expect.stringContaining('ettle'),
      answer: expect.any(String),
      quality: { verdict: 'succeeded' },
      feedback: { correct: false, answer: '58 USD', note: 'The lid.' },
    },
  });
});

describe('signing in', () => {
  test('a piped key becomes a profile that only its owner reads; whoami, switch, logout', async () => {
    const home = join(folder, 'person');
    const stranger = new CommandLine({ HOME: home, DATA_DIR: join(folder, 'nowhere') });
    expect(await stranger.run(['runs'])).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/^Not done: Nobody is signed in\..*login.*\n$/),
    });
    const login = ['login', '--server', service.url];
    expect(await stranger.run(login, { input: `svc_${'x'.repeat(40)}\n` })).toMatchObject({ code: 4 });
    expect(await stranger.run(login)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('switchyard login < key-file'),
    });
    expect(await stranger.run(login, { input: `${KEY}\n` })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(service.url),
    });
    const file = join(home, '.config/switchyard/profiles.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stranger.json(['whoami']))[0]).toMatchObject({
      server: service.url,
      source: 'profile default',
    });

    await stranger.run([...login, '--profile', 'second'], { input: KEY });
    expect(await stranger.json(['switch'])).toMatchObject([
      { name: 'default', current: false },
      { name: 'second', current: true },
    ]);
    expect(await stranger.run(['switch', 'default'])).toMatchObject({ code: 0 });
    expect(await stranger.run(['runs', '--profile', 'third'])).toMatchObject({ code: 4 });
    // A key goes to no other server than its own.
    expect(await stranger.run(['runs', '--server', 'http://127.0.0.1:9'])).toMatchObject({ code: 4 });
    expect(await stranger.run(['logout'])).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).not.toContain('"default"');
    await chmod(file, 0o600);
    await writeFile(file, '{ broken');
    expect(await stranger.run(['runs'])).toMatchObject({ code: 1, stderr: expect.stringContaining(file) });
  });

  test('the key of the instance on this machine is found by itself', async () => {
    const { hostname, port } = new URL(service.url);
    await writeFile(join(folder, 'api-key'), `${KEY}\n`);
    const local = new CommandLine({
      HOME: join(folder, 'local'),
      DATA_DIR: folder,
      HOST: hostname,
      PORT: port,
    });
    expect((await local.json(['whoami']))[0]).toMatchObject({ source: join(folder, 'api-key') });
  });
});

describe('a failure is one line, and no second run', () => {
  const oneLine = (text: string | RegExp) =>
    expect.stringMatching(new RegExp(`^Not done: .*${text instanceof RegExp ? text.source : text}.*\\n$`));

  test('wrong key, wrong address, no address', async () => {
    const wrong = line.with({ SWITCHYARD_API_KEY: `svc_${'w'.repeat(40)}` });
    expect(await wrong.run(['runs'])).toMatchObject({ code: 4, stderr: oneLine('switchyard login') });
    const gone = await answering('text/plain', '');
    await gone[Symbol.asyncDispose]();
    const nowhere = line.with({ SWITCHYARD_BASE_URL: gone.url });
    expect(await nowhere.run(['run', ...kettle()])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/ECONNREFUSED.*--server/),
    });
    expect(await line.run(['runs', '--server', 'not an address'])).toMatchObject({
      code: 2,
      stderr: oneLine('http'),
    });
  });

  test('errors are JSON where JSON is asked for', async () => {
    const { code, stderr } = await line.run(['show', 'resp_00000000000000000000000000000000', '--json']);
    expect([code, JSON.parse(stderr)]).toMatchObject([2, { error: { code: 'response_not_found' } }]);
  });

  test('a broken schema file', async () => {
    const before = await count();
    const file = join(folder, 'broken.json');
    for (const [text, why] of [
      ['{', 'JSON'],
      ['[1]', 'object'],
      ['{"type":"nonsense"}', 'schema'],
    ]) {
      await writeFile(file, text ?? '');
      const ended = await line.run(['run', ...kettle(), '--schema', file]);
      expect(ended).toMatchObject({ code: 2, stderr: oneLine(why ?? '') });
    }
    expect(await line.run(['run', ...kettle(), '--schema', join(folder, 'none.json')])).toMatchObject({
      code: 2,
    });
    expect(await count()).toBe(before);
  });

  test('HTML instead of JSON, a server of another version', async () => {
    const answers: Array<[string, string, RegExp]> = [
      ['text/html', '<h1>Sign in</h1>', /a page instead of JSON.*proxy/],
      ['application/json', '{"runs":[]}', /not one that this program .* understands/],
      ['application/json', '{"object":', /broken JSON/],
    ];
    for (const [type, text, shown] of answers) {
      await using other = await answering(type, text);
      const there = line.with({ SWITCHYARD_BASE_URL: other.url });
      const ended = await there.run(['runs']);
      expect(ended, type).toMatchObject({ code: 1, stdout: '', stderr: oneLine(shown) });
    }
  });

  test('the network goes in the middle of a stream: the run goes on, and can be watched', async () => {
    const before = await count();
    await using cable = await cableTo(service.url);
    const far = line.with({ SWITCHYARD_BASE_URL: cable.url });
    const ended = await far.run(['run', ...slow()], {
      onStderr: (text) => text.includes('→') && cable.cut(),
    });
    const id = /^(resp_\w+)/.exec(ended.stderr)?.[1] ?? '';
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`switchyard watch ${id}`) });
    expect(await statusOf(id)).toBe('running');
    await client.runs.cancel(id);
    expect(await count()).toBe(before + 1);
  });

  test.each([
    ['this Node', {}],
    ['an older Node', OLDER_NODE],
  ])('an interrupt without a terminal asks nothing and says how to come back (%s)', async (_name, env) => {
    const ended = await line.with(env).run(['run', ...slow()], {
      onStderr: (text, child) => /→.*\n$/.test(text) && child.kill('SIGINT'),
    });
    const id = /^(resp_\w+)/.exec(ended.stderr)?.[1] ?? '';
    expect(ended).toMatchObject({ code: 130, stderr: expect.stringContaining(`switchyard watch ${id}`) });
    expect(await client.runs.cancel(id)).toMatchObject({ status: 'cancelled' });
  });
});

describe('the workspace', () => {
  test('keys: made, listed, revoked; the new key alone on stdout', async () => {
    const { code, stdout } = await line.run(['keys', 'create', 'for a test', '--limit', '2']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^svc_[\w-]+\n$/)]);
    const made = (await line.json(['keys'])).find(({ name }) => name === 'for a test');
    expect(made).toMatchObject({ spend_limit_usd: 2 });
    expect(await line.run(['keys', 'revoke', made.id])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(made.id),
    });
    expect(await line.run(['keys', 'revoke', made.id])).toMatchObject({ code: 2 });
  });

  test('a runner is tested once its price is confirmed', async () => {
    const tested = ['runners', 'test', 'local-fetch', ...kettle().slice(1)];
    expect(await line.run(tested)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect((await line.run(['runners', 'test', '--mine'])).stderr).toContain('provider key');
    const bundle = join(folder, 'bundle.json');
    const { code, stdout } = await line.run([...tested, '--yes', '--bundle', bundle]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/local-fetch {2}passed[\s\S]*data deleted/)]);
    expect(JSON.parse(await readFile(bundle, 'utf8'))).toMatchObject([{ ok: true, exchange: [] }]);
  });

  test('runners, rankings, usage, sessions and webhooks are lists, also as JSON', async () => {
    expect(await line.json(['runs', '--runner', 'none-such'])).toEqual([{ object: 'list', data: [] }]);
    expect((await line.json(['runners'])).map(({ slug }) => slug)).toContain('local-fetch');
    expect((await line.json(['rankings', 'example.com']))[0]).toMatchObject({ rank: 1 });
    await line.run(['run', ...kettle()]);
    expect((await line.json(['usage', '--by', 'runner']))[0]).toMatchObject({ attempts: expect.any(Number) });
    expect(await line.run(['usage', '--by', 'moon'])).toMatchObject({ code: 2 });
    expect(await line.run(['sessions'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('No sessions'),
    });
    expect(await line.run(['webhooks'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('No webhooks'),
    });
  });

  test('a sweep tells its price first and runs nothing without a yes', async () => {
    const before = await count();
    const ended = await line.run(['learn', ...kettle()]);
    expect(ended).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/About \$0[\s\S]*ceiling of a sweep[\s\S]*Try \d+ runners[\s\S]*--yes/),
    });
    expect(await count()).toBe(before);
  });

  test('`webhooks listen` prints events and forwards them signed', async () => {
    const got = Promise.withResolvers<{ body: string; signature: string }>();
    const receiver = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      response.writeHead(204).end();
      got.resolve({ body, signature: String(request.headers['x-svc-signature']) });
    });
    const to = await listening(receiver);
    let secret = '';
    let program: ChildProcess | undefined;
    const ended = line.run(['webhooks', 'listen', '--forward-to', to, '--events', 'response.cancelled'], {
      onStderr(text, child) {
        secret = /signed with (\S+)/.exec(text)?.[1] ?? '';
        program = child;
      },
    });
    await expect.poll(() => secret).not.toBe('');
    const cancelled = async () => {
      const [{ id }] = await line.json(['run', ...slow(), '--detach']);
      await client.runs.cancel(id);
    };
    await cancelled();
    const { body, signature } = await got.promise;
    expect(await client.webhooks.verify(body, signature, secret)).toMatchObject({
      type: 'response.cancelled',
    });
    receiver.close();
    program?.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });

  test.each([
    ['--events', 'completed', 'types'],
    ['--forward-to', 'ftp://localhost/hooks', '--forward-to'],
  ])('`webhooks listen %s %s` is refused instead of waiting for nothing', async (option, value, named) => {
    const { code, stderr } = await line.run(['webhooks', 'listen', option, value]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(named)]);
  });
});

test('describe, completion and mcp install', async () => {
  const { commands } = JSON.parse((await line.run(['describe', '--all'])).stdout);
  expect(commands.map(({ command }: { command: string }) => command)).toEqual(
    expect.arrayContaining(['run', 'watch', 'keys create', 'webhooks listen', 'serve']),
  );
  expect((await line.run(['describe', 'nothing'])).code).toBe(2);
  expect((await line.run(['completion', 'zsh'])).stdout).toContain('#compdef switchyard');
  expect((await line.run(['completion', 'fish'])).stdout).toContain('complete -c switchyard');
  expect((await line.run(['complete', '--', 'web'])).stdout).toContain('webhooks');
  // The script of bash, in a bash without other scripts.
  const program = join(folder, 'switchyard');
  const main = fileURLToPath(new URL('../../bin/switchyard.mjs', import.meta.url));
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, { mode: 0o755 });
  const typed = 'COMP_WORDS=(switchyard web); COMP_CWORD=1; __switchyard_complete';
  const shown = `echo "\${COMPREPLY[@]}"`;
  const shell = ['--norc', '-c', `source <(switchyard completion bash); ${typed}; ${shown}`];
  const env = { ...line.env, PATH: `${folder}:${line.env.PATH}` };
  expect((await promisify(execFile)('bash', shell, { env })).stdout).toContain('webhooks');

  const file = join(folder, 'home', '.cursor', 'mcp.json');
  expect((await line.run(['mcp', 'install', 'cursor', '--dry-run'])).stdout).not.toContain(KEY);
  await expect(stat(file)).rejects.toThrow();
  expect((await line.run(['mcp', 'install', 'cursor'])).stdout).toContain(file);
  const { mcpServers } = JSON.parse(await readFile(file, 'utf8'));
  expect(mcpServers.switchyard).toMatchObject({
    type: 'stdio',
    args: [expect.any(String), 'mcp'],
    env: { SWITCHYARD_API_KEY: KEY },
  });
  await writeFile(file, '// mine');
  expect(await line.run(['mcp', 'install', 'cursor'])).toMatchObject({ code: 1 });
  expect(await readFile(file, 'utf8')).toBe('// mine');

  const toml = join(folder, 'home', '.codex', 'config.toml');
  await mkdir(dirname(toml), { recursive: true });
  await writeFile(toml, '# mine\n[mcp_servers.other]\ncommand = "x"\n');
  for (const _again of [1, 2]) expect((await line.run(['mcp', 'install', 'codex'])).code).toBe(0);
  const written = await readFile(toml, 'utf8');
  expect(written).toMatch(/^# mine\n\[mcp_servers\.other\]\ncommand = "x"\n\n\[mcp_servers\.switchyard\]\n/);
  expect(written.match(/switchyard\.env\]/g)).toHaveLength(1);
  await writeFile(toml, 'mcp_servers = { other = { command = "x" } }\n');
  expect(await line.run(['mcp', 'install', 'codex'])).toMatchObject({ code: 1 });
});

describe.runIf(hasTerminal)('in a terminal', () => {
  test('the live view shows who is at work and what it costs; Ctrl-C asks', async () => {
    using terminal = new Terminal(['run', ...slow()], line.env);
    const screen = await terminal.until(/local-fetch at work · 0 steps · \d+\.\d s · \$0/);
    expect(screen).toMatch(/^resp_\w+ .*switchyard watch/);
    terminal.press('C-c');
    await terminal.until('● No, let it go on');
    terminal.press('Down');
    await terminal.until('● Yes, cancel it');
    terminal.press('Enter');
    expect(await terminal.until('ended with')).toMatch(/cancelled · by local-fetch[\s\S]*ended with 1/);
  });

  test('below an older Node, Ctrl-C is heard once', async () => {
    using terminal = new Terminal(['run', ...slow()], { ...line.env, ...OLDER_NODE });
    await terminal.until('at work');
    terminal.press('C-c');
    await terminal.until('● No, let it go on');
    terminal.press('Enter');
    const screen = await terminal.until('ended with 130');
    expect(screen).toContain('signals handed on: 0');
    await client.runs.cancel(/watch (resp_\w+)/.exec(screen)?.[1] ?? '');
  });

  test('a run that is left goes on, and says how to come back', async () => {
    using terminal = new Terminal(['run', ...slow()], line.env);
    await terminal.until('at work');
    terminal.press('C-c');
    await terminal.until('● No, let it go on');
    terminal.press('C-c');
    const screen = await terminal.until('ended with 130');
    const id = /Come back with `switchyard watch (resp_\w+)`/.exec(screen)?.[1] ?? '';
    expect(await client.runs.cancel(id)).toMatchObject({ status: 'cancelled' });
  });

  test('a run that ends while the question stands ends the program too', async () => {
    using terminal = new Terminal(['run', ...slow()], line.env);
    const id = /(resp_\w+)/.exec(await terminal.until('at work'))?.[1] ?? '';
    terminal.press('C-c');
    await terminal.until('● No, let it go on');
    await client.runs.cancel(id);
    expect(await terminal.until('ended with')).toContain('ended with 1');
  });

  test('a terminal that is closed ends the program, not the run', async () => {
    const before = await count();
    let id = '';
    {
      using terminal = new Terminal(['run', ...slow()], line.env);
      id = /(resp_\w+)/.exec(await terminal.until('at work'))?.[1] ?? '';
    }
    expect(await statusOf(id)).toBe('running');
    expect(await count()).toBe(before + 1);
    await client.runs.cancel(id);
  });

  test('the code is asked for when the site asks', async () => {
    using terminal = new Terminal(['run', ...(await points()), '--questions'], line.env);
    await terminal.until(/◆ .*code/i);
    terminal.press(await mailedCode(), 'Enter');
    expect(await terminal.until('ended with')).toMatch(/412[\s\S]*ended with 0/);
  });
});

async function answering(type: string, text: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(text),
  );
  return { url: await listening(server), [Symbol.asyncDispose]: async () => void server.close() };
}

/** The way to the service as a cable that can be cut. */
async function cableTo(url: string): Promise<AsyncDisposable & { url: string; cut(): void }> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createTcpServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: await listening(server), cut, [Symbol.asyncDispose]: async () => cut() };
}

async function listening(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
