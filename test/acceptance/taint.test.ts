import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endAll, processTree } from '../support/process-tree.ts';
import { startService } from '../support/service-process.ts';
import { Canaries, canSee, dumpFolder, dumpLeftDatabase } from '../support/taint.ts';

// The part of the taint test with real processes that are killed in the middle of a login.

const canaries = new Canaries();

const TIME_LIMIT = { timeout: 300_000 };

test(
  'a service killed in the middle of a login, and its browser, leave no secret anywhere',
  TIME_LIMIT,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'taint-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 }));
    const dataDir = join(folder, 'data');
    const temporary = join(folder, 'tmp');
    await mkdir(temporary);
    // The browser's own user passes through to its folder.
    for (const one of [folder, temporary]) await chmod(one, 0o711);
    const site = await startSite();
    const key = `svc_${canaries.make()}`;
    await using service = await startService(
      {
        DATA_DIR: dataDir,
        TMPDIR: temporary,
        SVC_API_KEY: key,
        SVC_LOCAL_TARGETS: new URL(site.origin).host,
        BROWSER_USE_API_KEY: canaries.make(),
        CRON_SECRET: canaries.make(),
        LOG_LEVEL: 'trace',
        NODE_OPTIONS: '--report-on-fatalerror --report-uncaught-exception --report-on-signal',
      },
      [],
      ['prlimit', '--core=unlimited'],
    );
    const post = async (path: string, body: object) => {
      const response = await fetch(`${service.url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, json: (await response.json()) as { id: string } };
    };
    const { username, password } = { username: `${canaries.make()}@mail.example`, password: canaries.make() };
    const login = { domain: '127.0.0.1', username, password, totp_secret: canaries.make() };
    const stored = await post('/credentials', login);
    const run = { input: 'Sign in and read my orders', url: `${site.origin}/login` };
    const begun = await post('/responses', {
      ...run,
      credential_id: stored.json.id,
      totp_secret: canaries.make(),
      background: true,
    });
    expect([stored.status, begun.status]).toEqual([201, 202]);
    expect(await site.posted).toContain(password);

    const { pid = 0 } = service.child;
    const before = await processTree(pid);
    onTestFinished(() => endAll(before));
    const programs = before.map(({ commandLine }) => commandLine.split('\0')[0] ?? '').join('\n');
    expect(programs).toMatch(/chrom/i);
    expect(programs).toMatch(/postgres/);
    const [renderer] = before.filter(({ commandLine }) => commandLine.includes('--type=renderer'));
    const limits = await Promise.all(
      before.map((one) => readFile(`/proc/${one.pid}/limits`, 'utf8').catch(() => 'Max core file size 0')),
    );
    expect(new Set(limits.map((text) => /^Max core file size\s+(\S+)/m.exec(text)?.[1]))).toEqual(
      new Set(['0']),
    );

    if (renderer) process.kill(renderer.pid, 'SIGSEGV');
    await service.end('SIGKILL');
    // The database outlives it, for the next start.
    const browsers = before.filter(({ commandLine }) => /chrom/i.test(commandLine.split('\0')[0] ?? ''));
    const alive = async () => (await Promise.all(browsers.map(({ pid }) => processTree(pid)))).flat().length;
    await expect.poll(alive, { timeout: 60_000, interval: 500 }).toBe(0);
    const channels = {
      'command lines': before.map(({ commandLine }) => commandLine).join('\n'),
      // The service's own environment is the source of its settings.
      environments: before.flatMap((one) => (one.pid === pid ? [] : [one.environment])).join('\n'),
      'what it printed': service.output(),
      'the database': await dumpLeftDatabase(dataDir),
      'files of the service': await dumpFolders(dataDir, (name) => !/^(postgres|api-key)/.test(name)),
      'temporary files': `${await dumpFolder(temporary)} ${(await readdir(temporary)).join(' ')}`,
    };
    expect(canaries.values.length).toBeGreaterThan(6);
    expect(channels['the database']).toContain(begun.json.id);
    for (const [channel, text] of Object.entries(channels)) {
      expect(canSee(text)).toBe(true);
      expect({ channel, found: canaries.findIn(text) }).toEqual({ channel, found: [] });
    }
    const names = (await Promise.all([dataDir, temporary, process.cwd()].map((one) => readdir(one)))).flat();
    expect(names.filter((name) => /^core(\.|$)|^report\..*\.json$|\.(heapsnapshot|dmp)$/.test(name))).toEqual(
      [],
    );
  },
);

/** A login that takes the form and never answers. */
async function startSite() {
  const posted = Promise.withResolvers<string>();
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      return posted.resolve(body);
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<h1>Sign in</h1><form action="/session" method="post"><label>User <input name="user" autocomplete="username"></label>
      <label>Password <input name="pass" type="password"></label><button>Sign in</button></form>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, posted: posted.promise };
}

async function dumpFolders(folder: string, isWanted: (name: string) => boolean): Promise<string> {
  const names = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => isWanted(name));
  const texts = await Promise.all(
    names.map((entry) =>
      entry.isDirectory()
        ? dumpFolder(join(folder, entry.name))
        : readFile(join(folder, entry.name), 'latin1'),
    ),
  );
  return `${names.map(({ name }) => name).join(' ')}\n${texts.join('\n')}`;
}
