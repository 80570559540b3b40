import { type Agent, type Outcome, see } from '../agent-context.ts';
import { normalize } from '../language/words.ts';
import { outcome } from '../outcome.ts';
import { hexOf } from '../sight/colours.ts';
import { isField } from '../sight/fields.ts';
import { patchName } from '../sight/patch-name.ts';
import { mixColour } from '../skills/mix-colour.ts';
import { click } from './hands.ts';
import { setField } from './set-field.ts';

/** A colour where the page has a field for one. */
export async function chooseColour(
  agent: Agent,
  values: string[],
  isMixed: boolean,
): Promise<Outcome | null> {
  const [value = ''] = values;
  if (values.length !== 1 || hexOf(value) === null) return null;
  const scene = await see(agent);
  const field = scene.model.elements.find((element) => element.type === 'color' && isField(element));
  if (field) return setField(agent, { scene, element: field }, value);
  // A text field that holds a colour's number takes one, written the same way.
  const code = scene.model.elements.find(
    (element) => isField(element) && element.isEditable && /^#?[0-9a-f]{6}$/iu.test(element.value),
  );
  const hex = hexOf(value) ?? '';
  const patches = scene.model.elements.filter(
    ({ isVisible, isHeard, text, colour }) => isVisible && isHeard && text === '' && colour !== '',
  );
  const patch =
    patches.find((one) => normalize(patchName(one, patches)) === normalize(value)) ??
    patches.find(({ colour }) => colour.split(' ')[0] === normalize(value)) ??
    patches.find(({ colour }) => colour.split(' ').includes(normalize(value)));
  if (!code && patch && patches.filter(({ signature }) => signature === patch.signature).length > 2)
    return outcome(await click(agent, scene, patch), patch);
  if (!code) return isMixed ? mixColour(agent, value) : null;
  return setField(
    agent,
    { scene, element: code },
    code.value.startsWith('#') ? hex : hex.slice(1).toUpperCase(),
  );
}
