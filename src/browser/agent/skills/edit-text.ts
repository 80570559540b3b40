import { type Agent, type Outcome, see, stuck } from '../agent-context.ts';
import { setField } from '../hands/set-field.ts';
import { setPairs } from '../hands/set-pairs.ts';
import type { Intent } from '../language/intent.ts';
import { isField } from '../sight/fields.ts';
import { useReplacePanel } from './replace-panel.ts';

/** Changes part of the text in a field and leaves the rest; where no field has such a text, its value is meant. */
export async function editText(agent: Agent, intent: Extract<Intent, { kind: 'edit' }>): Promise<Outcome> {
  const { was, now, isAll, source } = intent;
  const panel = was === '' ? null : await useReplacePanel(agent, was, now, isAll);
  if (panel) return panel;
  const scene = await see(agent);
  const fields = scene.model.elements.filter((element) => isField(element) && element.isEditable);
  const holder = fields
    .filter(({ value }) => value.includes(was) && value !== '')
    .toSorted((one, other) => other.value.length - one.value.length)[0];
  if (!holder)
    return was === '' || now === ''
      ? stuck('no field has such a text')
      : setPairs(agent, { kind: 'set', pairs: [{ field: was, value: now }], hint: null, source });
  return setField(agent, { scene, element: holder }, rewrite(holder.value, intent));
}

function rewrite(text: string, { was, now, place, isAll }: Extract<Intent, { kind: 'edit' }>): string {
  let done = edited(text, was, now, place);
  // What is put in may hold what it stands for: as often as it was there, no more.
  const isRepeated = isAll && place === 'inside' && was !== '' && !now.includes(was);
  for (let count = 0; isRepeated && count < 500 && done.includes(was); count += 1)
    done = edited(done, was, now, place);
  return done;
}

/** A word that goes takes one of the spaces around it along. */
function edited(text: string, was: string, now: string, place: 'inside' | 'start' | 'end'): string {
  if (place === 'end') return `${text.replace(/\s+$/u, '')} ${now}`;
  if (place === 'start') return `${now} ${text}`;
  const whole = new RegExp(
    `(?<![\\p{L}\\p{N}])${was.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?![\\p{L}\\p{N}])`,
    'u',
  );
  const found = whole.exec(text);
  if (!found) return text.replace(was, now);
  if (now !== '') return text.slice(0, found.index) + now + text.slice(found.index + was.length);
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + was.length)];
  return before === '' ? after.trimStart() : before.replace(/[ \t]$/u, '') + after;
}
