import { type Agent, type Outcome, see, stuck } from '../agent-context.ts';
import { similarity } from '../language/words.ts';
import { findField, isField } from '../sight/fields.ts';
import { kindScore } from '../sight/kind-score.ts';
import { inRowOf } from '../sight/row-of.ts';
import { setField } from './set-field.ts';
import { turnSlider } from './slider.ts';
import { stepTo } from './step-to.ts';

export async function setSlider(agent: Agent, field: string, value: string, index = 0): Promise<Outcome> {
  const scene = await see(agent);
  const sliders = scene.model.elements.filter(
    (element) => element.isVisible && kindScore(element, 'slider') >= 0.85,
  );
  const handles = sliders.filter(({ role, hints }) => role === 'slider' || /handle|thumb/u.test(hints));
  if (index > 0 && !handles[index]) return stuck(`there is no slider number ${index + 1}`);
  const best =
    handles[index] && handles.length > 1 && field === ''
      ? handles[index]
      : sliders.toSorted(
          (one, other) =>
            (field === '' ? 0 : similarity(other.name, field) - similarity(one.name, field)) ||
            kindScore(other, 'slider') - kindScore(one, 'slider') ||
            Number(/handle|thumb/u.test(other.hints)) - Number(/handle|thumb/u.test(one.hints)),
        )[0];
  if (!best) return stuck('there is no slider');
  const labelled =
    field === '' || similarity(best.name, field) > 0.5
      ? []
      : inRowOf(scene.model, field, (element) => sliders.includes(element));
  const [own] = labelled.toSorted(
    (one, other) => Number(handles.includes(other)) - Number(handles.includes(one)),
  );
  if (own && own.type !== 'range') return turnSlider(agent, scene, own, value);
  return best.type === 'range'
    ? setField(agent, { scene, element: best }, value)
    : turnSlider(agent, scene, best, value);
}

export async function setSpinner(agent: Agent, field: string, value: string): Promise<Outcome> {
  const scene = await see(agent);
  const { model } = scene;
  const spinner =
    model.elements.find(
      (element) => isField(element) && (element.role === 'spinbutton' || /spin/u.test(element.hints)),
    ) ??
    (field === '' ? null : findField(model, field, null)) ??
    findField(model, '', null);
  // A number between its two buttons, without a field.
  const counted = spinner ?? model.elements.find(({ isVisible, text }) => isVisible && /^-?\d+$/u.test(text));
  if (!counted) return stuck('there is no spinner');
  return isField(counted) && !counted.isReadonly
    ? setField(agent, { scene, element: counted }, value)
    : stepTo(agent, counted, value);
}
