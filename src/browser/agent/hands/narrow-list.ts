import { type Agent, see } from '../agent-context.ts';
import { isField } from '../sight/fields.ts';
import { mentionedOption } from '../sight/options.ts';
import { fillFrom, submitButton, submitForm } from './fill-form.ts';

/** Sets the filters of a list that offer what the words say. */
export async function narrowList(agent: Agent, words: string): Promise<boolean> {
  const { model } = await see(agent);
  const offers = model.elements.some(
    (element) =>
      isField(element) && element.tag === 'select' && !element.isFraming && mentionedOption(element, words),
  );
  if (!offers || (await fillFrom(agent, words)) === 0) return false;
  if (submitButton((await see(agent)).model, 'search', agent.filled)) await submitForm(agent, 'search', '');
  return true;
}
