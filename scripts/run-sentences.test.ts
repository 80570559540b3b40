import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { lineAt, type Node, nameOf, nodesOf } from './parse-source.ts';

// The rooms whose words reach people: messages, reasons, notes and prompts of runs.
const ROOMS = 'src/{agent,artifacts,browser,judge,reading,routing,runners,runs,task}/**/*.ts';
// Their text goes to language models, to a vendor's API, or into the page as a script.
const FOR_MODELS =
  /agent\/loop\/(?:prompt|tools|page-view)\.ts$|agent\/observation\/mark-listeners\.ts$|runners\/hosted\/(?:task-text|agents\/[\w-]+)\.ts$/;
const CODE = /`|\/v1\/|\/api\/|\bsvc\.[a-z]/;

/** Code, and text for developers: documentation of the API, and refusals of a request. */
function isForDevelopers({ type, callee, key }: Node): boolean {
  const called = nameOf((callee as { property?: Node } | undefined)?.property) ?? nameOf(callee);
  if (type === 'NewExpression') return called === 'ApiError' || called === 'RegExp';
  if (type === 'CallExpression')
    return /^(?:describe|meta|regex|refuse|invalid|unavailable)$/.test(called ?? '');
  if (type === 'TaggedTemplateExpression' || type === 'ImportDeclaration') return true;
  return type === 'Property' && /^(?:path|description|summary)$/.test(nameOf(key) ?? '');
}

test('no sentence about a run has backticks or paths of the API', async () => {
  const found: string[] = [];
  for await (const path of glob([ROOMS, 'src/errors.ts'])) {
    if (/\.(?:test|fixture)\.ts$|schema[\w-]*\.ts$/.test(path) || FOR_MODELS.test(path)) continue;
    const text = readFileSync(path, 'utf8');
    const parents = new Map<Node, Node | null>();
    for (const { node, parent } of nodesOf(path, text)) {
      parents.set(node, parent);
      const { cooked = '' } = (node.value ?? {}) as { cooked?: string };
      const words =
        node.type === 'TemplateElement' ? cooked : node.type === 'Literal' ? String(node.value) : '';
      if (!CODE.test(words) || !/[a-z] [a-z]/i.test(words)) continue;
      const around: Node[] = [];
      for (let at: Node | null = node; at; at = parents.get(at) ?? null) around.push(at);
      const isOutcome = around.some(
        ({ type, id }) => type === 'VariableDeclarator' && nameOf(id) === 'runOutcomes',
      );
      if (path === 'src/errors.ts' ? isOutcome : !around.some(isForDevelopers))
        found.push(`${path}:${lineAt(text, node.start)} ${words.slice(0, 80)}`);
    }
  }
  expect(found).toEqual([]);
});
