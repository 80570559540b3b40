import { childrenOf, memberOf, type Node, nameOf, nodesOf } from './parse-source.ts';

/** The patterns that a file builds from text which may be foreign: a value that no module of ours declares, and that is not escaped. */
export function foreignPatterns(path: string, text: string): Node[] {
  const parents = new Map<Node, Node | null>();
  for (const { node, parent } of nodesOf(path, text)) parents.set(node, parent);
  const nodes = [...parents.keys()];
  const isOwn = ownership(parents);
  return nodes.filter((node) => {
    const isBuilt = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (!isBuilt || nameOf(node.callee) !== 'RegExp') return false;
    const [source] = node.arguments as Node[];
    return source !== undefined && !isOwn(source);
  });
}

/** Whether every name in an expression leads to a declaration of the module or of an import. */
function ownership(parents: ReadonlyMap<Node, Node | null>): (expression: Node) => boolean {
  const nodes = [...parents.keys()];
  const parentOf = (node: Node) => parents.get(node) ?? null;
  const asked = new Set<Node>();

  const isOwn = (expression: Node): boolean => {
    if (asked.has(expression)) return true;
    asked.add(expression);
    const answer = namesIn(expression).every(isOwnName);
    asked.delete(expression);
    return answer;
  };

  /** Text that is escaped is harmless; names of members and keys are no values. */
  function namesIn(node: Node): Node[] {
    if (isEscape(node)) return [];
    // Who finds something in a list gets a part of the list.
    if (node.type === 'CallExpression' && PICKS.has(memberOf(node.callee)?.property ?? ''))
      return namesIn((node.callee as Node).object as Node);
    const parent = parentOf(node);
    const isMember = parent?.type === 'MemberExpression' && parent.property === node && !parent.computed;
    const isKey = parent?.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand;
    if (node.type === 'Identifier') return isMember || isKey ? [] : [node];
    return childrenOf(node).flatMap(namesIn);
  }

  function isOwnName(name: Node): boolean {
    if (name === FOREIGN) return false;
    for (let place = parentOf(name); place; place = parentOf(place)) {
      const origin = originIn(place, nameOf(name) ?? '');
      if (origin !== null) return origin.every(isOwn);
    }
    return true;
  }

  /** The expressions that a name gets its value from, where it is declared at this place; null where it is not. */
  function originIn(place: Node, name: string): Node[] | null {
    if (place.type === 'Program') return [];
    if (/^For(?:Of|In)Statement$/.test(place.type) && declares(place.left as Node, name))
      return [place.right as Node];
    if (place.type === 'BlockStatement')
      for (const declared of (place.body as Node[]).flatMap((line) => (line.declarations ?? []) as Node[]))
        if (declares(declared.id as Node, name)) return declared.init ? [declared.init as Node] : [place];
    const index = ((place.params ?? []) as Node[]).findIndex((param) => declares(param, name));
    return index < 0 ? null : givenTo(place, index);
  }

  /** The arguments for a parameter: of the calls of a function of this module, or what a callback goes through. */
  function givenTo(fn: Node, index: number): Node[] {
    const parent = parentOf(fn);
    const receiver = receiverOf(parent, fn);
    if (receiver) return [receiver];
    const name = nameOf(fn.type === 'FunctionDeclaration' ? fn.id : (parent?.id as Node));
    const declaration = fn.type === 'FunctionDeclaration' ? fn : parent && parentOf(parent);
    if (!name || (declaration && parentOf(declaration)?.type === 'ExportNamedDeclaration')) return [FOREIGN];
    return nodes.flatMap((node) => {
      if (nameOf(node) !== name) return [];
      const user = parentOf(node);
      if (user?.type === 'CallExpression' && user.callee === node)
        return ((user.arguments as Node[])[index] as Node | undefined) ?? [];
      return receiverOf(user, node) ?? (user === fn || user === parent ? [] : FOREIGN);
    });
  }

  /** `list` of `list.map(callback)`. */
  function receiverOf(call: Node | null, callback: Node): Node | null {
    const callee = call?.callee as Node | undefined;
    const isTaken = call?.type === 'CallExpression' && (call.arguments as Node[]).includes(callback);
    return isTaken && WALKS.has(memberOf(callee)?.property ?? '') ? (callee?.object as Node) : null;
  }

  return isOwn;
}

const PICKS = new Set(['filter', 'find']);
const WALKS = new Set(['filter', 'find', 'findIndex', 'flatMap', 'map', 'some']);
/** A pattern may name a parameter only where its function is called from its own module. */
const FOREIGN: Node = { type: 'Identifier', start: 0, name: 'foreign' };

/** Functions whose answer stands for itself in a pattern: called, or given to `map`. */
const ESCAPES = new Set(['escapePattern', 'mixed']);

function isEscape(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  return [node.callee, ...(node.arguments as Node[])].some((one) => ESCAPES.has(nameOf(one) ?? ''));
}

/** Also in a pattern such as `{ key: [name = 1] }`. */
function declares(pattern: Node, name: string): boolean {
  if (pattern.type === 'Identifier') return nameOf(pattern) === name;
  if (pattern.type === 'VariableDeclaration')
    return (pattern.declarations as Node[]).some(({ id }) => declares(id as Node, name));
  if (pattern.type === 'Property') return declares(pattern.value as Node, name);
  if (pattern.type === 'AssignmentPattern') return declares(pattern.left as Node, name);
  return childrenOf(pattern).some((child) => declares(child, name));
}
