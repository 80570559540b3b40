import { type Agent, see } from '../agent-context.ts';
import { holdsPhrase, normalize } from '../language/words.ts';
import { findField } from '../sight/fields.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { inRowOf } from '../sight/row-of.ts';
import { click } from './hands.ts';

/** "the status of Ann's order": what, and whose. */
export const OF_OWNER = /^(.+?)\s+(?:of|for)\s+(?:the\s+)?(.+)$/iu;

/** Where no such field is open, the row of the thing has a control to edit it, or the page has the one for all that it shows. */
export async function openForEditing(agent: Agent, field: string): Promise<boolean> {
  const [, own = field, whole = ''] = field.match(OF_OWNER) ?? [];
  const scene = await see(agent);
  if (agent.isEditing || own === '' || findField(scene.model, own, null)) return false;
  const owner = whole.replace(/['’]s\s+.*$/u, '').replace(/^\p{Ll}+\s+(?=[#\p{Lu}\p{N}])/u, '');
  const controls =
    whole === ''
      ? holdsPhrase(scene.text, own)
        ? editorsOn(scene.model)
        : []
      : inRowOf(
          scene.model,
          owner,
          ({ isClickable, name, hints }) =>
            isClickable && /\b(?:edit|change|modify|manage|update)\b/u.test(normalize(`${name} ${hints}`)),
        );
  const [control] = controls;
  if (!control || controls.length > 1) return false;
  agent.isEditing = await click(agent, scene, control);
  return agent.isEditing;
}

function editorsOn({ elements }: PageModel): UiElement[] {
  return elements.filter(
    ({ isVisible, isClickable, isDisabled, isEditable, isFraming, name }) =>
      isVisible &&
      isClickable &&
      !isDisabled &&
      !isEditable &&
      !isFraming &&
      /^(?:✎|✏️?|edit(?:\s+\p{L}+){0,2})$/u.test(normalize(name)),
  );
}
