import { readTime } from '../language/read-date.ts';
import { namesFor } from '../language/stated-pairs.ts';
import { similarity } from '../language/words.ts';
import { isForMessage } from '../sight/fields.ts';
import type { Control } from './controls.ts';
import { type Pair, pairsIn } from './pairs.ts';
import type { Placed, Setting } from './setting.ts';
import { rootsOf, type Talk } from './talk.ts';

/** "Guests: 6", "Kim Doe as the name": what the task says by the names of the fields. */
export function listedValues(controls: Control[], talk: Talk): Placed[] {
  const pairs = pairsIn(talk);
  const fits = controls.flatMap((control) =>
    pairs.map((pair) => ({
      control,
      pair,
      score: Math.max(...namesFor(pair.name).map((name) => labelFit(control, name, controls))),
    })),
  );
  const placed: Placed[] = [];
  const done = new Set<unknown>();
  for (const { control, pair, score } of fits.toSorted((one, other) => other.score - one.score)) {
    if (score < 0.6 || done.has(control) || done.has(pair)) continue;
    const value = listedValue(control, pair);
    if (value === null) continue;
    done.add(control).add(pair);
    placed.push({ control, value, at: { ...pair, share: 1, isWanted: true, isReason: false } });
  }
  return placed;
}

const PHONE = /^(?:(?:tele)?phone|mobile|cell)\b/iu;
const NOTES =
  /\b(?:notes?|remarks?|comments?|message|wishes|requests?|anything (?:else|we|you)|special|hints?|details)\b/iu;

function labelFit({ label, kind, element }: Control, said: string, controls: Control[]): number {
  const name = said.replace(/^(?:number|amount|no\.?|count) of\s+(?=\S)/iu, '');
  const day = kind === 'date' ? said.replace(/\s+(?:date|day)$/iu, '') : said;
  const named = Math.max(
    similarity(label, day),
    similarity(label, said),
    similarity(label, name),
    similarity(element.placeholder, name),
  );
  const own = rootsOf(name);
  const isHeld = kind === 'box' && own.every((root) => rootsOf(label).includes(root)) ? 0.8 : 0;
  const isNote = kind === 'long' && NOTES.test(name) && NOTES.test(label) ? 0.7 : 0;
  const isAddress =
    (kind === 'email' && /^e-?mail\b/iu.test(name)) || (kind === 'phone' && PHONE.test(name)) ? 0.85 : 0;
  // "How can we help?": the only place for more than a line takes the message.
  const isOnly =
    kind === 'long' && isForMessage(name) && controls.filter((other) => other.kind === 'long').length === 1;
  return Math.max(named, isHeld, isNote, isAddress, isOnly ? 0.65 : 0);
}

function listedValue({ kind, options, label }: Control, { value }: Pair): Setting['value'] | null {
  if (kind === 'box') return !/^(?:no|false|off|none|nein|non)\b/iu.test(value);
  if (kind === 'choice' || kind === 'stepper') {
    if (kind === 'stepper') return /^\d+$/u.test(value) ? value : null;
    // What a closed list offers is seen only once it is open.
    if (options.length === 0) return value;
    const clock = readTime(value);
    const scored = options.map(({ label }) => ({
      label,
      score:
        clock !== null && readTime(label) === clock
          ? 1
          : Math.max(
              similarity(label, value),
              /^\d+$/u.test(value) && label.match(/\d+/u)?.[0] === value ? 0.9 : 0,
            ),
    }));
    const [best] = scored.toSorted((one, other) => other.score - one.score);
    return best && best.score >= 0.5 ? best.label : null;
  }
  if (kind === 'time') return readTime(value);
  if (kind === 'number') return value.match(/\d+(?:[.,]\d+)?/u)?.[0] ?? null;
  if (kind === 'email') return value.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u)?.[0] ?? null;
  if (kind === 'phone') return value.match(/\+?\d[\d ()/-]{4,}\d/u)?.[0] ?? null;
  // "The kid is 6" says no name.
  if (kind === 'text' && /\bname\b/iu.test(label) && /^\d+$/u.test(value)) return null;
  return value;
}
