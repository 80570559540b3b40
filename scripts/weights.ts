import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childrenOf, lineAt, type Node, nameOf, nodesOf } from './parse-source.ts';

/** One thing that weighs, with its place: `src/app.ts:12 name`. */
export type Weights = Record<(typeof KINDS)[number], string[]>;

export const KINDS = [
  'casts',
  'silent catches',
  'functions over 60 lines',
  'functions with 5 parameters',
  'functions nested over 4',
] as const;

const MOST_LINES = 60;
const MOST_PARAMETERS = 4;
const MOST_NESTING = 4;

export interface Weighed {
  /** Lines of each room without its tests. */
  lines: Record<string, number>;
  weights: Weights;
}

/** Weighs the product's own source: `src` without tests. */
export async function weigh(root: string): Promise<Weighed> {
  const lines: Record<string, number> = {};
  const weights = Object.fromEntries(KINDS.map((kind) => [kind, [] as string[]])) as Weights;
  const entries = await readdir(join(root, 'src'), { recursive: true });
  for (const entry of entries.map((name) => name.replaceAll('\\', '/')).sort()) {
    if (!entry.endsWith('.ts') || /\.(?:test|fixture)\.ts$/.test(entry)) continue;
    const path = `src/${entry}`;
    const text = await readFile(join(root, path), 'utf8');
    const room = roomOf(entry);
    lines[room] = (lines[room] ?? 0) + text.split('\n').length - 1;
    weighFile(path, text, weights);
  }
  return { lines, weights };
}

/** A room is a folder of `src`; the rooms of `runs` and the text library count apart. */
function roomOf(entry: string): string {
  const [room = '', inner = '', file] = entry.split('/');
  if (inner === '') return 'top';
  const isApart = file !== undefined && (room === 'runs' || (room === 'platform' && inner === 'text'));
  return isApart ? `${room}/${inner}` : room;
}

export function weighFile(path: string, text: string, weights: Weights): void {
  for (const { node, parent } of nodesOf(path, text)) {
    const add = (kind: keyof Weights, what: string): void => {
      weights[kind].push(`${path}:${lineAt(text, node.start)} ${what}`);
    };
    if (isCast(node)) add('casts', textOf(text, node.typeAnnotation as Node));
    if (isSilentCatch(node)) add('silent catches', textOf(text, node));
    if (!isFunction(node) || !node.body) continue;
    const name = nameOf(node.id) ?? nameOf(parent?.key) ?? nameOf(parent?.id) ?? '(anonymous)';
    const length = lineAt(text, node.end as number) - lineAt(text, node.start) + 1;
    if (length > MOST_LINES && !isTable(node)) add('functions over 60 lines', `${name} ${length}`);
    const parameters = node.params as Node[];
    if (parameters.length > MOST_PARAMETERS)
      add('functions with 5 parameters', `${name} ${parameters.length}`);
    const nesting = nestingOf(node.body as Node);
    if (nesting > MOST_NESTING) add('functions nested over 4', `${name} ${nesting}`);
  }
}

/** `x as T` and `<T>x`; `as const` only makes a type narrower. */
function isCast({ type, typeAnnotation }: Node): boolean {
  if (type !== 'TSAsExpression' && type !== 'TSTypeAssertion') return false;
  const { type: kind, typeName } = typeAnnotation as Node;
  return !(kind === 'TSTypeReference' && nameOf(typeName) === 'const');
}

/** A clause that neither throws nor reads the error, or a rejection handler that answers a constant. */
function isSilentCatch(node: Node): boolean {
  if (node.type === 'CatchClause') {
    const error = nameOf(node.param);
    return !within(node.body as Node).some(
      (one) => one.type === 'ThrowStatement' || (error !== null && nameOf(one) === error),
    );
  }
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  const method = callee.type === 'MemberExpression' ? nameOf(callee.property) : null;
  const handler = (node.arguments as Node[])[method === 'catch' ? 0 : method === 'then' ? 1 : -1];
  return handler?.type === 'ArrowFunctionExpression' && isEmpty(handler.params) && isConstant(handler.body);
}

function isConstant(body: unknown): boolean {
  const { type, body: statements, argument, operator } = body as Node;
  if (type === 'BlockStatement') return isEmpty(statements);
  if (type === 'UnaryExpression') return operator === 'void' || isConstant(argument);
  if (type === 'ArrayExpression' || type === 'ObjectExpression')
    return isEmpty((body as Node).elements ?? (body as Node).properties);
  return /^(?:Literal|Identifier|TemplateLiteral|NumericLiteral|NullLiteral)$/.test(type);
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

function isFunction({ type }: Node): boolean {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
}

/** A function whose body is one value, an object or a list: data. */
function isTable({ body }: Node): boolean {
  const { type, body: statements } = body as Node;
  const only = type === 'BlockStatement' ? (statements as Node[]).at(-1) : (body as Node);
  const count = type === 'BlockStatement' ? (statements as Node[]).length : 1;
  const value = only?.type === 'ReturnStatement' ? (only.argument as Node | null) : only;
  return (
    count === 1 && /^(?:ArrayExpression|ObjectExpression|ParenthesizedExpression)$/.test(value?.type ?? '')
  );
}

const NESTS = /^(?:If|For|ForIn|ForOf|While|DoWhile|Switch|Try)Statement$/;

/** Nesting depth of statements. Inner functions count separately; `else if` adds none. */
function nestingOf(node: Node): number {
  if (isFunction(node)) return 0;
  const own = NESTS.test(node.type) ? 1 : 0;
  let deepest = 0;
  for (const child of childrenOf(node)) {
    const isElseIf = node.type === 'IfStatement' && child === node.alternate && child.type === 'IfStatement';
    deepest = Math.max(deepest, nestingOf(child) - (isElseIf ? 1 : 0));
  }
  return own + deepest;
}

function within(node: Node): Node[] {
  return [node, ...childrenOf(node).flatMap(within)];
}

function textOf(text: string, { start, end }: Node): string {
  return (text.slice(start, end as number).split('\n')[0] ?? '').slice(0, 80);
}
