import { parseSync } from 'oxc-parser';

/** A node of the syntax tree: its kind, its place, and members that depend on the kind. */
export interface Node {
  type: string;
  start: number;
  [member: string]: unknown;
}

/** Every node of a file with the one around it, outermost first. A file that does not parse has none: the compiler reports it. */
export function* nodesOf(path: string, text: string): Generator<{ node: Node; parent: Node | null }> {
  yield* walk(parseSync(path, text).program as unknown as Node, null);
}

function* walk(node: Node, parent: Node | null): Generator<{ node: Node; parent: Node | null }> {
  yield { node, parent };
  for (const child of childrenOf(node)) yield* walk(child, node);
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** The member `object.property` that a node names, such as `Date.now`; null for anything else. */
export function memberOf(node: unknown): { object: string | null; property: string } | null {
  if (!isNode(node)) return null;
  if (node.type === 'ChainExpression') return memberOf(node.expression);
  if (node.type !== 'MemberExpression' || node.computed === true) return null;
  return { object: nameOf(node.object), property: nameOf(node.property) ?? '' };
}

export function nameOf(node: unknown): string | null {
  return isNode(node) && node.type === 'Identifier' ? (node.name as string) : null;
}

/** The module that a node imports or exports from, static or dynamic, types too; null for anything else. */
export function importedBy(node: Node): string | null {
  const isImport =
    /^(?:ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration|ImportExpression|TSImportType)$/;
  if (!isImport.test(node.type) || !isNode(node.source)) return null;
  return typeof node.source.value === 'string' ? node.source.value : null;
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
