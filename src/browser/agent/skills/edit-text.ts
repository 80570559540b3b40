import { type Agent, type Outcome, see, stuck } from '../agent-context.ts';
import { openForEditing } from '../hands/open-for-editing.ts';
import { setField } from '../hands/set-field.ts';
import { setPairs } from '../hands/set-pairs.ts';
import type { Change, Intent } from '../language/intent.ts';
import { findField, isField } from '../sight/fields.ts';
import { type Located, seek } from '../sight/locate.ts';
import type { UiElement } from '../sight/page-model.ts';
import { useReplacePanel } from './replace-panel.ts';
import { rewrite } from './rewrite.ts';

/** Changes part of the text in a field and leaves the rest; where no field has such a text, its value is meant. */
export async function editText(
  agent: Agent,
  { field, change, source }: Extract<Intent, { kind: 'edit' }>,
): Promise<Outcome> {
  const isReplaced = change.kind === 'replace';
  const panel = isReplaced ? await useReplacePanel(agent, change.was, change.now, change.isAll) : null;
  if (panel) return panel;
  const holder = await holderOf(agent, field, change);
  if (holder) return setField(agent, holder, rewrite(holder.element.value, change));
  return isReplaced && change.now !== '' && field === ''
    ? setPairs(agent, { kind: 'set', pairs: [{ field: change.was, value: change.now }], hint: null, source })
    : stuck('no field has such a text');
}

/** The field that is named, else the one that holds most. */
async function holderOf(agent: Agent, field: string, change: Change): Promise<Located | null> {
  const isHolding = (element: UiElement) =>
    element.isEditable && (change.kind !== 'replace' || element.value.includes(change.was));
  if (field !== '') {
    await openForEditing(agent, field);
    const named = await seek(agent, (model) => {
      const element = findField(model, field, null);
      return element && isHolding(element) ? { element, score: 1 } : null;
    });
    if (named) return named;
  }
  const scene = await see(agent);
  const [element] = scene.model.elements
    .filter((one) => isField(one) && one.value !== '' && isHolding(one))
    .toSorted((one, other) => other.value.length - one.value.length);
  // A text that is to be found needs no name; any other field would be a guess.
  return element && (field === '' || change.kind === 'replace') ? { scene, element } : null;
}
