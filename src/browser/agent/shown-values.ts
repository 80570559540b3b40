import { type Agent, see } from './agent-context.ts';
import { click } from './hands/hands.ts';
import { holdsPhrase, normalize } from './language/words.ts';
import { lookUp } from './sight/look-up.ts';
import type { Scene } from './sight/scene.ts';

const SHOWN =
  /\b(?<lead>(?:with|using|and)\s+(?:the|my|our|your)\s+)(?<label>\p{L}[\p{L} -]{2,30}?)\s+(?:(?:that|which)\s+(?:is|stands)\s+)?(?:shown|listed|given|displayed|stated|printed|found|as\s+shown)\s+(?:under|in|on|at)\s+(?:the\s+)?["“]?(?<place>\p{Lu}[\p{L}\p{N} ]{1,30}?)["”]?(?:\s+(?:tab|section|page|panel|card))?(?=[.,;]|$|\s+(?:and|then)\b)/u;

interface ShownValue {
  /** What the value is called. */
  label: string;
  /** The part of the page that shows it. */
  place: string;
  /** The task with the value in place of the words for it. */
  withValue(value: string): string;
}

/** "Send it with the number shown under Details": null where the task leaves no value to a named part of the page. */
export function readShown(goal: string): ShownValue | null {
  const match = goal.match(SHOWN);
  const { lead = '', label = '', place = '' } = match?.groups ?? {};
  if (!match) return null;
  const [before, after] = [goal.slice(0, match.index), goal.slice((match.index ?? 0) + match[0].length)];
  return { label, place, withValue: (value) => `${before}${lead}${label} ${value}${after}` };
}

/** What a named part of the page shows takes the place of the words for it, before that part is left. */
export async function withShown(agent: Agent, goal: string): Promise<string> {
  const shown = readShown(goal);
  if (!shown) return goal;
  const { label, place } = shown;
  let scene = await see(agent);
  if (!holdsPhrase(scene.text, label)) scene = await opened(agent, scene, place);
  const value = holdsPhrase(scene.text, label) ? lookUp(scene.model, scene.text, label) : null;
  return value === null ? goal : shown.withValue(value);
}

async function opened(agent: Agent, scene: Scene, place: string): Promise<Scene> {
  const ways = scene.model.elements.filter(
    ({ isVisible, isClickable, isEditable, name }) =>
      isVisible && isClickable && !isEditable && normalize(name) === normalize(place),
  );
  const [way] = ways;
  if (way && ways.length === 1) await click(agent, scene, way);
  return see(agent);
}
