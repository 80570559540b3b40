import { posix } from 'node:path';
import { importedBy, lineAt, memberOf, type Node, nameOf, nodesOf } from './parse-source.ts';

/** One file of the tree; the path is relative to the root, with forward slashes. */
export interface SourceFile {
  path: string;
  text: string;
}

export interface Violation {
  path: string;
  line: number;
  rule: string;
  fix: string;
}

/** The rooms that each room may import. A target with a slash is one file of a room; a room with a slash is inside another. */
export type RoomTable = Readonly<Record<string, readonly string[]>>;

// Imports that every room may use.
const FREE: RoomTable = {
  errors: [],
  config: ['errors'],
  platform: ['errors'],
  others: ['platform', 'errors', 'config'],
};

/** Libraries inside the house: rooms that other rooms enter by their `index.ts` alone. */
const LIBRARIES = ['task', 'reading', 'agent'];
/** Of those, the ones whose door is checked already. */
const CLOSED: readonly string[] = ['agent', 'reading', 'task'];

function doorOf(room: string): string {
  return `src/${room}/index.ts`;
}

/** All violations of the tree, in the order of its files. */
export function findViolations(files: readonly SourceFile[], rooms: RoomTable): Violation[] {
  return files
    .flatMap((file) => [...wrongName(file), ...wrongCode(file, rooms)])
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

/** Files that only tests use: beside the code they try, or below `test/`. */
function isTestFile(path: string): boolean {
  return /\.(test|fixture)\.ts$/.test(path) || path.startsWith('test/') || path.startsWith('bench/');
}

/** A test of the whole service, in no room. */
function isTopTest(path: string): boolean {
  return /^src\/[^/]+\.test\.ts$/.test(path);
}

function wrongName({ path }: SourceFile): Violation[] {
  const name = posix.basename(path);
  const at = { path, line: 1 };
  if (/^index\.[cm]?tsx?$/.test(name) && !LIBRARIES.some((room) => path === doorOf(room)))
    return [
      { ...at, rule: 'no index files', fix: 'import the file you mean; give this one the name of its idea' },
    ];
  if (/^(utils?|helpers?|types)\.ts$/.test(name) || /(^|\/)common\//.test(path))
    return [
      { ...at, rule: 'no drawers of leftovers', fix: 'a function without a home is a missing idea: name it' },
    ];
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/.test(name))
    return [{ ...at, rule: 'file names are kebab-case', fix: `rename ${name}` }];
  return [];
}

function wrongCode(file: SourceFile, rooms: RoomTable): Violation[] {
  const bans = BANS.filter((ban) => ban.appliesTo(file.path));
  const found: Violation[] = [];
  for (const { node, parent } of nodesOf(file.path, file.text)) {
    const problems = [
      importProblem(file.path, node, rooms),
      ...bans.filter((ban) => ban.isMet(node, parent)),
    ];
    for (const problem of problems)
      if (problem)
        found.push({
          path: file.path,
          line: lineAt(file.text, node.start),
          rule: problem.rule,
          fix: problem.fix,
        });
  }
  return found;
}

function importProblem(path: string, node: Node, rooms: RoomTable): Problem | null {
  const imported = importedBy(node);
  if (imported === null || !imported.startsWith('.')) return null;
  const from = roomOf(path);
  const to = resolve(path, imported);
  return from === null ? outsiderProblem(path, to) : roomProblem(path, from, to, rooms);
}

function roomProblem(path: string, from: string, to: string, rooms: RoomTable): Problem | null {
  const target = roomOf(to);
  if (target === null) {
    if (isTestFile(path) || !/\.[cm]?[jt]s$/.test(to)) return null;
    return { rule: `src imports ${to}`, fix: 'what the product needs lives in src' };
  }
  if (target === from) return innerProblem(path, to, rooms);
  if (CLOSED.includes(target) && to !== doorOf(target) && !isTestFile(path))
    return { rule: `${target} is a library`, fix: `import ${doorOf(target).slice('src/'.length)}` };
  const allowed = rooms[from] ?? (isTopTest(path) ? ['*'] : undefined);
  if (!allowed)
    return { rule: `${from} is not in the table of rooms`, fix: 'give it a row in scripts/check-rooms.ts' };
  const free = FREE[from] ?? FREE.others ?? [];
  const reached = [...free, ...allowed, ...(isTestFile(path) ? ['demo-site'] : [])];
  if (reached.includes('*') || reached.includes(target) || reached.includes(to.slice('src/'.length)))
    return null;
  const names = [...free, ...allowed].join(', ') || 'nothing';
  return {
    rule: `${from} may not import ${to.slice('src/'.length)}`,
    fix: `it may import: ${names}; hand the value in from a room that sees both`,
  };
}

/** Inside a room with sub-rooms: shared files see none of them, and one sees another by its row. */
function innerProblem(path: string, to: string, rooms: RoomTable): Problem | null {
  const target = innerRoomOf(to, rooms);
  if (target === null || isTestFile(path) || target === innerRoomOf(path, rooms)) return null;
  const own = path.slice('src/'.length);
  const allowed = rooms[own] ?? rooms[innerRoomOf(path, rooms) ?? ''] ?? [];
  if (allowed.includes(target)) return null;
  return {
    rule: `${own} may not import ${to.slice('src/'.length)}`,
    fix: `move shared code beside the rooms; ${target} is not in its row`,
  };
}

function innerRoomOf(path: string, rooms: RoomTable): string | null {
  const own = path.slice('src/'.length);
  return Object.keys(rooms).find((room) => room.includes('/') && own.startsWith(`${room}/`)) ?? null;
}

function outsiderProblem(path: string, to: string): Problem | null {
  if (path.startsWith('sdk/') && !to.startsWith('sdk/'))
    return { rule: 'the SDK imports nothing of ours', fix: 'it knows the service by openapi.json alone' };
  if (path.startsWith('console/') && !to.startsWith('console/'))
    return {
      rule: 'the console imports nothing of the service',
      fix: 'ask the service through @switchyard/sdk',
    };
  if (!path.startsWith('test/acceptance/') || roomOf(to) === null) return null;
  return { rule: 'acceptance tests speak HTTP only', fix: 'ask the running service instead of its source' };
}

type Problem = Pick<Violation, 'rule' | 'fix'>;

/** The room of a file: its folder below `src`, or its own name for the few files at the top. */
function roomOf(path: string): string | null {
  const [root, folder, ...rest] = path.split('/');
  if (root !== 'src' || folder === undefined) return null;
  return rest.length > 0 ? folder : (folder.split('.')[0] ?? folder);
}

function resolve(from: string, path: string): string {
  return posix.normalize(posix.join(posix.dirname(from), path));
}

interface Ban {
  isMet(node: Node, parent: Node | null): boolean;
  appliesTo(path: string): boolean;
  rule: string;
  fix: string;
}

const isProduct = (path: string): boolean => path.startsWith('src/') && !isTestFile(path);

/** Every place that opens a secret, with its purpose. A new line here is a decision. */
const REVEALS: Record<string, string> = {
  'src/platform/llm-generate.ts': "the model's key goes to the model",
  'src/vault/schema.ts': 'a name of nothing but blanks is refused',
  'src/vault/change-credential.ts': 'masked for show, and sealed',
  'src/vault/open-credential.ts': 'sealed anew with the present key',
  'src/runs/attempt/login/own-secrets.ts': 'sealed beside the run that brought it',
  'src/runs/attempt/login/open-login.ts': 'passed to the redactor, which removes it from everything',
  'src/runs/attempt/login/answer-code.ts': 'a code is made from the seed',
  'src/runners/local/browser-attempt.ts': 'passed to the redactor; signed-in state goes into the browser',
  'src/runners/wire/account-of.ts': 'keys and logins are sent to providers by the declared channel',
  'src/runners/wire/provider-messages.ts': 'passed to the redactor, which removes it from provider responses',
  'src/agent/sign-in/sign-in.ts': 'typed into the login form',
};

const BANS: Ban[] = [
  {
    isMet: isReveal,
    appliesTo: (path) => isProduct(path) && path !== 'src/platform/secret.ts' && !(path in REVEALS),
    rule: 'secrets are taken out of their wrapping only where scripts/room-rules.ts says so',
    fix: 'hand the Secret on, or add the file with its reason to REVEALS',
  },
  {
    isMet: ({ type, operator, left, right }) =>
      type === 'BinaryExpression' && /^[!=]==?$/.test(operator as string) && [left, right].some(holdsReveal),
    appliesTo: isProduct,
    rule: 'secrets are not compared sign by sign',
    fix: 'hash both sides to the same length and use crypto.timingSafeEqual',
  },
  {
    isMet: (node) => isMember(node, ['vi'], ['mock', 'doMock', 'hoisted']),
    appliesTo: () => true,
    rule: 'no mocks of our own modules',
    fix: 'start the real thing, or a small real server on loopback for what is not ours',
  },
  {
    isMet: (node, parent) =>
      isMember(node, ['process'], ['env']) &&
      !['readConfig', 'readSettings'].includes(nameOf(parent?.callee) ?? ''),
    appliesTo: (path) => path.startsWith('src/cli/') && isProduct(path),
    rule: 'a command hands process.env to readConfig or readSettings and does nothing else with it',
    fix: 'add the setting to src/config.ts, or to src/cli/settings.ts when it is about calling a service',
  },
  {
    isMet: ({ type, callee }, parent) =>
      type === 'CallExpression' && nameOf(callee) === 'route' && parent?.type === 'ArrayExpression',
    appliesTo: isProduct,
    rule: 'an endpoint is a named value',
    fix: 'give the route a name at the top level; the list of the room names its endpoints',
  },
  {
    isMet: (node) =>
      isMember(node, ['Date'], ['now']) ||
      (node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && isEmpty(node.arguments)),
    appliesTo: (path) => isProduct(path) && path !== 'src/platform/clock.ts',
    rule: 'only src/platform/clock.ts reads the time',
    fix: 'take a Clock, or `now` as an argument',
  },
  {
    isMet: (node) =>
      isMember(node, ['http', 'https'], ['request', 'get']) ||
      isMember(node, ['net', 'tls', 'http2'], ['connect', 'createConnection', 'Socket']) ||
      isMember(node, ['globalThis', 'window'], ['fetch']),
    // A type may be named; the linter finds imports that open a connection.
    appliesTo: (path) => isProduct(path) && !path.startsWith('src/platform/net/'),
    rule: 'only src/platform/net opens connections',
    fix: 'use safe-fetch for target and webhook URLs, provider-client for providers',
  },
];

function isMember(node: Node, objects: string[], properties: string[]): boolean {
  const member = node.type === 'MemberExpression' ? memberOf(node) : null;
  return member !== null && objects.includes(member.object ?? '') && properties.includes(member.property);
}

function isReveal(node: Node): boolean {
  return node.type === 'CallExpression' && memberOf(node.callee)?.property === 'reveal';
}

/** Also in the middle of a chain: `key?.reveal().trim()`. */
function holdsReveal(value: unknown): boolean {
  const node = value as Node | null;
  if (node?.type === 'CallExpression') return isReveal(node) || holdsReveal(node.callee);
  if (node?.type === 'ChainExpression') return holdsReveal(node.expression);
  return node?.type === 'MemberExpression' && holdsReveal(node.object);
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}
