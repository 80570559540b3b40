import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { submitButton } from '../hands/fill-form.ts';
import { click, pressKey } from '../hands/hands.ts';
import { setField } from '../hands/set-field.ts';
import type { Intent } from '../language/intent.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';

/** Tries the middle of what is still possible, until the page has nothing more to say against it. */
export async function guess(agent: Agent, { source }: Extract<Intent, { kind: 'guess' }>): Promise<Outcome> {
  const start = await see(agent);
  let [low, high] = boundsIn(source) ?? boundsIn(agent.instruction) ?? boundsIn(start.text) ?? [0, 100];
  const known = new Set(linesOf(start.text));
  while (low <= high && !isSpent(agent)) {
    const middle = Math.floor((low + high) / 2);
    if (!(await offer(agent, middle))) return stuck('there is no field to guess in');
    const said = linesOf((await see(agent)).text).filter((line) => !known.has(line));
    const verdict = feedbackIn(said.join('\n'));
    if (verdict === 'up') low = middle + 1;
    else if (verdict === 'down') high = middle - 1;
    else if (verdict === 'wrong' && high - low < 30) low += 1;
    else return DONE;
  }
  return stuck('no guess was right');
}

async function offer(agent: Agent, value: number): Promise<boolean> {
  const scene = await see(agent);
  const fields = scene.model.elements.filter((element) => isField(element) && !element.isReadonly);
  const field = fields.find(({ role }) => role === 'spinbutton') ?? fields[0];
  if (!field || !(await setField(agent, { scene, element: field }, String(value))).ok) return false;
  const after = await see(agent);
  const button = submitButton(after.model, 'guess', agent.filled);
  if (button) return click(agent, after, button);
  const typed = after.model.elements.find((element) => keyOf(element) === keyOf(field));
  return typed !== undefined && pressKey(agent, after, typed, 'Enter');
}

export function boundsIn(text: string): [number, number] | null {
  const match = text.match(/(?:between|from)?\s*(-?\d+)\s*(?:and|to|-|–|through)\s*(-?\d+)/iu);
  if (!match) return null;
  const [one, other] = [Number(match[1]), Number(match[2])];
  return one < other ? [one, other] : [other, one];
}

/** Where the number lies after a wrong guess. */
export function feedbackIn(text: string): 'up' | 'down' | 'wrong' | null {
  const ofGuess =
    /\btoo\s+(high|big|large|great|low|small|little)\b|\b(?:guess|you|your \w+|that)\b[^.\n]{0,20}\b(?:is|was|are|were)\s+(higher|above|greater|bigger|larger|lower|below|smaller|less)\b/iu.exec(
      text,
    );
  const word = (ofGuess?.[1] ?? ofGuess?.[2])?.toLowerCase();
  if (word) return /^(?:high|big|large|great|above)/u.test(word) ? 'down' : 'up';
  if (/\b(?:higher|greater|larger|bigger|more than|above|up)\b|[▲↑]/iu.test(text)) return 'up';
  if (/\b(?:lower|smaller|less|below|down)\b|[▼↓]/iu.test(text)) return 'down';
  return /\b(?:wrong|incorrect|not right|try again|no)\b/iu.test(text) ? 'wrong' : null;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
