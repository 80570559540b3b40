import { type Agent, see } from '../agent-context.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import type { Scene } from '../sight/scene.ts';
import { freshLines } from './mend-form.ts';
import { setField } from './set-field.ts';

/**
 * "Type canyon-40 to confirm.": what a page wants written before it does something that cannot be undone. `thing` is what
 * the deed is done to, for pages that only ask for its name.
 */
export async function typeToConfirm(agent: Agent, before: Scene, thing: string): Promise<void> {
  const scene = await see(agent);
  const wanted = freshLines(before.text, scene.text)
    .map((line) => wordsToType(line, thing))
    .find((words) => words !== null);
  const old = new Set(before.model.elements.filter(isField).map(keyOf));
  const [field, ...more] = scene.model.elements.filter(
    (element) =>
      isField(element) &&
      element.isVisible &&
      element.isEditable &&
      element.value === '' &&
      !old.has(keyOf(element)),
  );
  if (wanted && field && more.length === 0) await setField(agent, { scene, element: field }, wanted);
}

/** Null where a line asks for nothing of the kind. */
export function wordsToType(line: string, thing: string): string | null {
  const asked = (ASKED.exec(line) ?? ASKED_LAST.exec(line))?.[1]?.trim();
  if (asked === undefined) return null;
  return NAME.test(asked)
    ? thing || null
    : asked.replace(/^(?:the\s+(?:word|text|phrase)\s+)?["“'‘]?|["”'’]?$/giu, '');
}

const ASKED =
  /\b(?:type|enter|write|retype)\s+(?:in\s+)?(.{2,60}?)(?:\s+(?:below|here|in\s+the\s+(?:field|box)(?:\s+below)?))?\s+(?:to|and\s+press|in\s+order\s+to)\s+(?:confirm|delete|remove|proceed|continue|go\s+on)\b/iu;
const ASKED_LAST =
  /\bto\s+(?:confirm|delete|proceed|continue)[^.,;]{0,30}[,:]?\s+(?:please\s+)?(?:type|enter|write|retype)\s+(.{2,60}?)(?:\s+(?:below|here))?[.:]?$/iu;
const NAME = /^(?:its|the|this)\s+(?:(?:full|exact)\s+)?(?:\p{L}+(?:['’]s)?\s+){0,2}name\b/iu;
