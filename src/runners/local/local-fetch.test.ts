import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { systemClock } from '../../platform/clock.ts';
import { createGate } from '../../platform/net/gate.ts';
import { Extractor } from '../../reading/index.ts';
import { readCatalog } from '../catalog.ts';
import type { DirectRunner, RunnerFacts, Step, Task } from '../contract.ts';
import { createLocalFetch } from './local-fetch.ts';

const { facts } = readCatalog();

type Answer = [status: number, headers: Record<string, string>, body?: string | Buffer];
const html = { 'content-type': 'text/html' };
const answers: Record<string, Answer> = {
  '/page': [
    200,
    { ...html, 'x-served-by': 'test' },
    '<title>Kettle</title><h1>Kettle</h1><p>Price: €19.90</p>',
  ],
  '/zipped': [
    200,
    { 'content-type': 'text/html; charset=iso-8859-1', 'content-encoding': 'gzip' },
    gzipSync(Buffer.from('<h1>Caf\xe9</h1>', 'latin1')),
  ],
  '/brotli': [200, { ...html, 'content-encoding': 'br' }, brotliCompressSync('<h1>Br</h1>')],
  '/deflate': [200, { ...html, 'content-encoding': 'deflate' }, deflateRawSync('<h1>Raw</h1>')],
  '/zstd': [200, { ...html, 'content-encoding': 'zstd' }, zstdCompressSync('<h1>Zs</h1>')],
  '/unlabelled': [200, html, Buffer.from('<h1>Caf\xe9</h1>', 'latin1')],
  '/csv': [200, { 'content-type': 'text/csv' }, 'name,price\nMug,4\nCup,3\n'],
  '/gate': [200, html, '<title>Behind</title><h1>Behind</h1>'],
  '/cookie-refresh': [
    200,
    { ...html, 'set-cookie': 'in=1' },
    '<meta http-equiv=refresh content="0;url=/gate"><p>Please wait',
  ],
  '/moved': [302, { location: '/page' }],
  '/inward': [302, { location: 'http://169.254.169.254/latest/' }],
  '/loop': [302, { location: '/loop' }],
  '/json': [200, { 'content-type': 'application/json' }, '{"a":[1,2]}'],
  '/not-json': [200, { 'content-type': 'application/json' }, 'oops'],
  '/text': [200, { 'content-type': 'text/plain; charset=utf-8' }, 'plain < text'],
  '/bare': [200, {}, '<!doctype html><title>Bare</title><h1>Bare</h1>'],
  '/zip': [200, { 'content-type': 'application/zip' }, Buffer.from([0x50, 0x4b, 3, 4])],
  '/octets': [200, { 'content-type': 'application/octet-stream' }, Buffer.from([0, 1, 2, 3])],
  '/gone': [410, html, '<title>Gone</title>'],
  '/broken': [503, html, 'x'],
  '/forbidden': [403, html, '<title>Just a moment...</title>'],
  '/empty': [200, html, ''],
  '/nothing': [204, {}],
  '/blank': [
    200,
    html,
    '<!doctype html><html><head><title>Shop</title><style>p{}</style></head><body> </body></html>',
  ],
  '/nowhere-to-go': [302, {}],
  '/bytes-as-page': [200, html, Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 167) % 256))],
  '/mislabelled': [
    200,
    { 'content-type': 'text/html; charset=utf-8' },
    Buffer.from('<h1>Caf\xe9</h1>', 'latin1'),
  ],
  '/led-on': [200, html, '<head><meta http-equiv="Refresh" content="0; URL=\'/page\'"></head><p>Please wait'],
  '/stays': [200, html, '<noscript><meta http-equiv=refresh content="0;url=/page"></noscript><h1>Stays</h1>'],
  '/led-round': [200, html, '<meta http-equiv=refresh content=0;url=/led-back>'],
  '/led-back': [200, html, '<meta http-equiv=refresh content=0;url=/led-round>'],
};

const menu = '<nav><a href="/">Home</a><a href="/menu">Menu</a><a href="/find-us">Find us</a></nav>';
Object.assign(answers, {
  '/': [200, html, `<title>Quay Café</title>${menu}<h1>Quay Café</h1><p>Soup and cake by the water.</p>`],
  '/menu': [200, html, `<title>Menu</title>${menu}<h1>Menu</h1><p>Fish soup costs £7.</p>`],
  '/find-us': [
    200,
    html,
    `<title>Find us</title>${menu}<h1>Find us</h1><p>Parking is free behind the church.</p>`,
  ],
} satisfies Record<string, Answer>);

let origin: string;
let closedOrigin: string;
let runner: DirectRunner;
const owned = new AsyncDisposableStack();

beforeAll(async () => {
  const server = http.createServer((request, response) => {
    const [status, headers, body] = answers[request.url ?? ''] ?? [404, html, '<h1>No such page</h1>'];
    if (request.url === '/hang') return;
    if (request.url === '/gate' && !request.headers.cookie?.includes('in=1'))
      return void response.writeHead(302, { location: '/gate', 'set-cookie': 'in=1; Path=/' }).end();
    response.writeHead(status, headers).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed = http.createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const ports = [server, closed].map((each) => (each.address() as AddressInfo).port);
  closed.close();
  [origin, closedOrigin] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];
  owned.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const extractor = owned.use(new Extractor({ limitMs: 60_000 }));
  // Loading the thread's code takes its time on a busy machine.
  await extractor.extract('<p>x</p>', origin);
  runner = createLocalFetch({
    facts: facts.find(({ slug }) => slug === 'local-fetch') as RunnerFacts,
    gate: createGate({
      resolver: async () => [],
      localTargets: ports.map((port) => ({ host: '127.0.0.1', port })),
    }),
    extractor,
    clock: systemClock,
    timeoutMs: 5_000,
  });
}, 30_000);

afterAll(() => owned.disposeAsync());

function attempt(
  task: Partial<Task>,
  signal = new AbortController().signal,
  onStep: (step: Step) => void = () => {},
) {
  const whole = {
    goal: '',
    instructions: null,
    url: null,
    steps: [],
    successCriteria: null,
    outputSchema: null,
    ...task,
  };
  return runner.run(whole, attemptScope({ signal, onStep }));
}

test('a page is fetched, read and reported step by step with its evidence', async () => {
  const steps: Step[] = [];
  const result = await attempt({ url: `${origin}/page` }, undefined, (step) => steps.push(step));
  expect(result).toMatchObject({
    ok: true,
    output: '# Kettle\n\nPrice: €19.90',
    page: {
      finalUrl: `${origin}/page`,
      httpStatus: 200,
      title: 'Kettle',
      headers: { 'x-served-by': 'test' },
    },
  });
  expect(result.page?.markup).toContain('<h1>Kettle</h1>');
  expect(steps.map(({ action, ok }) => [action, ok])).toEqual([
    ['fetch', true],
    ['read', true],
  ]);
});

test('a question gets its value, a schema its object, a URL in the words is found', async () => {
  expect(await attempt({ url: `${origin}/page`, goal: 'What is the price?' })).toMatchObject({
    output: '€19.90',
  });
  expect(await attempt({ goal: `Get the price from ${origin}/page.` })).toMatchObject({ output: '€19.90' });
  const outputSchema = {
    type: 'object',
    properties: { price: { type: 'number' }, colour: { type: 'string' } },
  };
  expect(await attempt({ url: `${origin}/page`, outputSchema })).toMatchObject({
    ok: true,
    output: { price: 19.9 },
  });
});

test('an object with open keys holds the answer, the data or what the page names', async () => {
  const outputSchema = { type: 'object' };
  const ask = (path: string, goal: string) => attempt({ url: origin + path, goal, outputSchema });
  expect(await ask('/page', 'What is the price?')).toMatchObject({ output: { answer: '€19.90' } });
  expect(await ask('/page', 'Extract the details')).toMatchObject({
    output: { title: 'Kettle', Price: '€19.90' },
  });
  expect(await ask('/json', 'Get the data')).toMatchObject({ output: { a: [1, 2] } });
});

test('compression, charset, redirects and missing types are handled', async () => {
  expect(await attempt({ url: `${origin}/zipped` })).toMatchObject({ ok: true, output: '# Café' });
  expect(await attempt({ url: `${origin}/brotli` })).toMatchObject({ output: '# Br' });
  expect(await attempt({ url: `${origin}/deflate` })).toMatchObject({ output: '# Raw' });
  expect(await attempt({ url: `${origin}/zstd` })).toMatchObject({ output: '# Zs' });
  expect(await attempt({ url: `${origin}/unlabelled` })).toMatchObject({ output: '# Café' });
  expect(await attempt({ url: `${origin}/moved` })).toMatchObject({
    ok: true,
    page: { finalUrl: `${origin}/page` },
  });
  expect(await attempt({ url: `${origin}/bare` })).toMatchObject({
    ok: true,
    output: '# Bare',
    page: { title: 'Bare' },
  });
  expect(await attempt({ url: `${origin}/mislabelled` })).toMatchObject({ output: '# Café' });
  expect(await attempt({ url: `${origin}/led-on` })).toMatchObject({ page: { finalUrl: `${origin}/page` } });
  expect(await attempt({ url: `${origin}/stays` })).toMatchObject({ output: '# Stays' });
});

test('a site that wants its cookie back gets it, and from each run anew', async () => {
  for (const path of ['/gate', '/cookie-refresh', '/gate'])
    expect(await attempt({ url: origin + path })).toMatchObject({ ok: true, output: '# Behind' });
});

test('JSON and plain text are returned as they are', async () => {
  expect(await attempt({ url: `${origin}/json` })).toMatchObject({ ok: true, output: { a: [1, 2] } });
  expect(await attempt({ url: `${origin}/not-json` })).toMatchObject({ ok: true, output: 'oops' });
  expect(await attempt({ url: `${origin}/text` })).toMatchObject({ ok: true, output: 'plain < text' });
});

test('of what the page does not say only the nearest part is kept, with the page as evidence', async () => {
  expect(await attempt({ url: `${origin}/page`, goal: 'Who is the captain?' })).toMatchObject({
    ok: true,
    output: expect.stringContaining('€19.90'),
    likely: { share: expect.closeTo(0.25, 1) },
    page: { title: 'Kettle' },
  });
  expect(await attempt({ url: `${origin}/csv`, goal: 'What is the price of the cup?' })).toMatchObject({
    ok: true,
    output: '3',
  });
});

test.each([
  ['/zip', 'runner', 'not_readable'],
  ['/octets', 'runner', 'not_readable'],
  ['/nowhere', 'site', 'not_found'],
  ['/gone', 'site', 'not_found'],
  ['/broken', 'site', 'site_error'],
  ['/forbidden', 'site', 'site_refused'],
  ['/blank', 'site', 'empty_page'],
  ['/loop', 'site', 'redirect_loop'],
  ['/led-round', 'site', 'redirect_loop'],
  ['/empty', 'site', 'empty_page'],
  ['/nothing', 'site', 'empty_page'],
  ['/nowhere-to-go', 'site', 'empty_page'],
  ['/bytes-as-page', 'runner', 'not_readable'],
  ['/inward', 'site', 'unsafe_redirect'],
])('%s fails with the fault %s and the code %s', async (path, fault, code) => {
  expect(await attempt({ url: origin + path })).toMatchObject({ ok: false, fault, code });
});

test('a block page is kept as evidence', async () => {
  const result = await attempt({ url: `${origin}/forbidden` });
  expect(result.page).toMatchObject({ httpStatus: 403, title: 'Just a moment...' });
});

test('no address, an unsafe address and a server that is not there each have their own fault', async () => {
  expect(await attempt({ goal: 'Find a hotel' })).toMatchObject({
    ok: false,
    fault: 'caller',
    code: 'missing_url',
  });
  expect(await attempt({ url: 'http://10.0.0.1/' })).toMatchObject({
    ok: false,
    fault: 'caller',
    code: 'unsafe_url',
  });
  expect(await attempt({ url: `${closedOrigin}/` })).toMatchObject({
    ok: false,
    fault: 'site',
    code: 'site_unreachable',
  });
});

test('an abort ends the attempt at once', async () => {
  const abort = new AbortController();
  const result = attempt({ url: `${origin}/hang` }, abort.signal);
  setImmediate(() => abort.abort());
  expect(await result).toMatchObject({ ok: false, code: 'cancelled' });
});

test('a front page that leads nowhere answers by itself', async () => {
  for (const links of [
    '',
    '<a href="#top">Top</a>',
    '<nav><a href="/gone-1">News</a><a href="/gone-2">Help</a></nav>',
  ]) {
    answers['/lone/'] = answers['/'] ?? [404, html];
    answers['/'] = [
      200,
      html,
      `<title>Bell</title>${links}<h1>Bell</h1><p>The bell weighs 840 kg. Cast: 1911</p>`,
    ];
    const told = await attempt({ url: `${origin}/`, goal: 'When was it cast?' });
    answers['/'] = answers['/lone/'];
    expect(told).toMatchObject({ ok: true, output: expect.stringContaining('1911') });
  }
});

test('what is asked of this page is asked of no other', async () => {
  const steps: Step[] = [];
  await attempt(
    { url: `${origin}/`, goal: 'Where can I park, according to this page only?' },
    undefined,
    (step) => steps.push(step),
  );
  expect(steps.filter(({ action }) => action === 'fetch')).toHaveLength(1);
});
