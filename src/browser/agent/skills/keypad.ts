import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { click } from '../hands/hands.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';

/** The keys of a pad drawn on the page, by what stands on them; null where the page has none. */
export function keypadOf(model: PageModel): Map<string, UiElement> | null {
  const keys = new Map<string, UiElement>();
  for (const element of model.elements) {
    const sign = (element.text || element.name || element.value).trim();
    const key = keyFor(sign);
    if (
      element.isVisible &&
      element.isHeard &&
      !element.isEditable &&
      [...key].length === 1 &&
      !keys.has(key)
    )
      keys.set(key, element);
  }
  const digits = [...keys.keys()].filter((key) => /^\d$/u.test(key));
  const letters = [...keys.keys()].filter((key) => /^\p{L}$/u.test(key));
  return digits.length >= 9 || letters.length >= 20 ? keys : null;
}

/** Presses the signs one after the other; what the pad has no key for (spaces, dashes) is left out. */
export async function pressKeys(agent: Agent, signs: string): Promise<Outcome> {
  const pad = keypadOf((await see(agent)).model);
  const written = [...signs].map(keyFor);
  const missing = written.filter((sign) => !pad?.has(sign) && !/[\s().,-]/u.test(sign));
  if (!pad || missing.length > 0) return stuck(`the page has no keys for "${signs}"`);
  for (const sign of written) {
    const scene = await see(agent);
    const key = keypadOf(scene.model)?.get(sign);
    if (key && !(await click(agent, scene, key))) return stuck(`the key "${sign}" could not be pressed`);
  }
  return DONE;
}

/** A sum worked out on the page's own calculator. */
export async function calculate(agent: Agent, phrase: string): Promise<Outcome | null> {
  const sum = sumIn(phrase);
  const pad = keypadOf((await see(agent)).model);
  if (sum === null || !pad?.has('=')) return null;
  return pressKeys(agent, `${sum}=`);
}

/** Keys of letters show capitals and write small ones too. */
function keyFor(sign: string): string {
  return SIGNS[sign.toLowerCase()] ?? sign.toLowerCase();
}

const SIGNS: Readonly<Record<string, string>> = { '×': '*', x: '*', '·': '*', '÷': '/', '−': '-', '–': '-' };

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bplus\b|\badded to\b/giu, '+'],
  [/\bminus\b|\bless\b/giu, '-'],
  [/\btimes\b|\bmultiplied by\b/giu, '*'],
  [/\b(?:divided by|over)\b/giu, '/'],
];

function sumIn(phrase: string): string | null {
  const plain = WORDS.reduce((text, [word, sign]) => text.replace(word, sign), phrase);
  const sum = plain.match(/-?\d+(?:\.\d+)?(?:\s*[-+*x×·/÷−–]\s*\d+(?:\.\d+)?)+/iu)?.[0];
  return sum === undefined ? null : [...sum.replace(/\s+/gu, '')].map((sign) => SIGNS[sign] ?? sign).join('');
}
