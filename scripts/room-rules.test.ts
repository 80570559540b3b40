import { describe, expect, it } from 'vitest';
import { findViolations, type RoomTable } from './room-rules.ts';

const rooms: RoomTable = {
  errors: [],
  config: [],
  platform: [],
  billing: [],
  runs: ['routing', 'billing'],
  'runs/views': [],
  'runs/lifecycle': ['runs/views'],
  'runs/routes.ts': ['runs/lifecycle'],
  routing: ['runners/contract.ts'],
  runners: [],
  cli: ['*'],
};

function rulesBroken(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  return findViolations(sources, rooms).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
}

describe('imports between rooms', () => {
  it('lets a room import the rooms of its row, the platform, the errors and the settings', () => {
    const imports = ['../billing/store.ts', '../platform/db.ts', '../errors.ts', '../config.ts', './run.ts'];
    expect(
      rulesBroken({ 'src/runs/create.ts': imports.map((path) => `import '${path}';`).join('\n') }),
    ).toEqual([]);
  });

  it('refuses an import that is not in the table, types too', () => {
    expect(rulesBroken({ 'src/billing/store.ts': "\nimport type { Run } from '../runs/run.ts';" })).toEqual([
      'src/billing/store.ts:2 billing may not import runs/run.ts',
    ]);
  });

  it('lets the platform see the errors and nothing else', () => {
    expect(rulesBroken({ 'src/platform/db.ts': "import '../errors.ts';" })).toEqual([]);
    expect(rulesBroken({ 'src/platform/http/x.ts': "import '../../config.ts';" })).toHaveLength(1);
  });

  it('opens single files of a room where the table names files', () => {
    expect(rulesBroken({ 'src/routing/plan.ts': "import '../runners/contract.ts';" })).toEqual([]);
    expect(rulesBroken({ 'src/routing/plan.ts': "import '../runners/registry.ts';" })).toHaveLength(1);
  });

  it('keeps the rooms inside a room apart, except for the files beside them and the rows', () => {
    const files = (path: string, to: string) => rulesBroken({ [path]: `import '${to}';` });
    expect(files('src/runs/lifecycle/x.ts', '../run.ts')).toEqual([]);
    expect(files('src/runs/lifecycle/x.ts', './deeper/y.ts')).toEqual([]);
    expect(files('src/runs/lifecycle/x.ts', '../views/render.ts')).toEqual([]);
    expect(files('src/runs/routes.ts', './execution/x.ts')).toEqual([]);
    expect(files('src/cli/serve.ts', '../runs/views/render.ts')).toEqual([]);
    expect(files('src/runs/views/render.ts', '../lifecycle/x.ts')).toEqual([
      'src/runs/views/render.ts:1 runs/views/render.ts may not import runs/lifecycle/x.ts',
    ]);
    expect(files('src/runs/run.ts', './views/render.ts')).toHaveLength(1);
  });

  it('asks for a row before a new room imports anything', () => {
    expect(rulesBroken({ 'src/sessions/open.ts': "import '../platform/db.ts';" })).toEqual([
      'src/sessions/open.ts:1 sessions is not in the table of rooms',
    ]);
  });

  it('lets tests use test support and the demo site, and product code neither', () => {
    const imports = "import '../../test/support/test-app.ts';\nimport '../demo-site/start.ts';";
    expect(rulesBroken({ 'src/runs/x.db.test.ts': imports })).toEqual([]);
    expect(rulesBroken({ 'src/runs/x.ts': imports })).toHaveLength(2);
  });

  it('lets a test at the top look into every room', () => {
    expect(
      rulesBroken({ 'src/isolation.db.test.ts': "import './runs/a.ts';\nimport './billing/b.ts';" }),
    ).toEqual([]);
  });

  it('keeps acceptance tests away from the source', () => {
    expect(rulesBroken({ 'test/acceptance/x.test.ts': "import '../../src/errors.ts';" })).toHaveLength(1);
  });
});

describe('names', () => {
  it.each([
    'src/runs/index.ts',
    'src/runs/utils.ts',
    'src/platform/helpers.ts',
    'src/runs/types.ts',
    'src/common/run.ts',
    'src/runs/createRun.ts',
  ])('refuses %s', (path) => {
    expect(rulesBroken({ [path]: '' })).toHaveLength(1);
  });

  it('accepts kebab-case with the rings of tests', () => {
    expect(rulesBroken({ 'src/runs/read-request.ts': '', 'src/runs/read-request.db.test.ts': '' })).toEqual(
      [],
    );
  });
});

describe('bans on product code', () => {
  const bans: Array<[string, string]> = [
    ['reads the time', 'const now = Date.now();'],
    ['makes the present date', 'const now = new Date();'],
    ['asks over node:http', "http.request('http://example.com');"],
    ['opens a socket', 'net.connect(80);'],
    ['opens a TLS socket', 'tls.connect(443);'],
    ['hides an endpoint in a list', 'const routes = [route({ path })];'],
    ['takes a secret out of its wrapping', 'send(secret.reveal());'],
  ];

  it.each(bans)('refuses product code that %s', (_, text) => {
    expect(rulesBroken({ 'src/runs/a.ts': text })).toHaveLength(1);
  });

  it.each(bans)('lets a test break the bans of product code: one that %s', (_, text) => {
    expect(rulesBroken({ 'src/runs/a.test.ts': text })).toEqual([]);
  });

  it('finds imports of every kind', () => {
    const text = [
      "import '../runs/a.ts';",
      "export * from '../runs/b.ts';",
      "type C = import('../runs/c.ts').C;",
      "const d = await import('../runs/d.ts');",
      "// import '../runs/e.ts';",
      'const f = `import "../runs/f.ts"`;',
    ].join('\n');
    expect(rulesBroken({ 'src/billing/a.ts': text })).toHaveLength(4);
  });

  it('knows the homes of the environment, the clock and the connections', () => {
    expect(
      rulesBroken({
        'src/config.ts': 'process.env.PORT',
        'src/platform/clock.ts': 'new Date()',
        'src/platform/net/dial.ts': 'net.connect(1)',
        'src/cli/serve.ts': 'readConfig(process.env)',
      }),
    ).toEqual([]);
  });

  it('lets a command hand the environment on and not read it', () => {
    expect(rulesBroken({ 'src/cli/serve.ts': 'const port = process.env.PORT;' })).toHaveLength(1);
  });

  it.each(['if (key.reveal() === given) open();', 'return given != key?.reveal().trim();'])(
    'refuses to compare a secret also where it may be taken out: %s',
    (text) => {
      expect(rulesBroken({ 'src/platform/llm-generate.ts': text })).toHaveLength(1);
    },
  );

  it('refuses mocks everywhere', () => {
    expect(rulesBroken({ 'src/runs/a.test.ts': "vi.mock('./b.ts');" })).toHaveLength(1);
  });

  it('accepts dates from values, server types, other fetches and scripts for a page', () => {
    const text = [
      'new Date(value);',
      "import type { IncomingMessage } from 'node:http';",
      "import { isIP, type Socket } from 'node:net';",
      "import { createServer } from 'node:http';",
      'boss.fetch(queue);',
      'const getRun = (ctx) => route({ path });',
      "const script = `fetch('/prices')`;",
      '// Date.now() is in clock.ts',
    ].join('\n');
    expect(rulesBroken({ 'src/runs/a.ts': text })).toEqual([]);
  });
});
