import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Node, nameOf, nodesOf } from './parse-source.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The rooms that read tasks, pages and outputs. */
const ROOMS = 'src/{task,reading,agent,judge}/**/*.ts';

/** An exported function that takes text. */
export interface Target {
  path: string;
  name: string;
  /** The types of its parameters, as written. */
  params: string[];
}

/** From the thread that calls them: what it is doing, or the problems of one target (null: not called). */
export type GrowthNews = { doing: string } | { problems: string[] | null };

/** Every exported function of the rooms that has a parameter for foreign text. */
export function growthTargets(): Target[] {
  return globSync(ROOMS, { cwd: ROOT })
    .filter((path) => !/\.(?:test|fixture)\.ts$/.test(path))
    .sort()
    .flatMap((path) => targetsIn(path, readFileSync(ROOT + path, 'utf8')));
}

function targetsIn(path: string, text: string): Target[] {
  const targets: Target[] = [];
  for (const { node, parent } of nodesOf(path, text)) {
    if (parent?.type !== 'ExportNamedDeclaration' || node.type !== 'FunctionDeclaration') continue;
    const params = (node.params as Node[]).map((param) => typeOf(param, text));
    if (params.some((type) => FOREIGN.has(type))) targets.push({ path, name: nameOf(node.id) ?? '', params });
  }
  return targets;
}

const FOREIGN = new Set([
  'string',
  'string | null',
  'unknown',
  'readonly string[]',
  'string[]',
  'JudgeInput',
  'ToldTask',
]);

/** Where foreign text enters; the answer to a million characters takes a fixed time at most. */
export const ENTRIES = new Set(['judge', 'extractText', 'readTask']);

function typeOf(param: Node, text: string): string {
  const named = (param.type === 'AssignmentPattern' ? param.left : param) as Node;
  const { typeAnnotation } = named as { typeAnnotation?: Node };
  // Addresses have been checked before.
  if (nameOf(named) === 'url' || nameOf(named) === 'base') return 'address';
  return typeAnnotation ? text.slice(typeAnnotation.start + 1, typeAnnotation.end as number).trim() : '';
}
