import { type Agent, DONE, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { click } from '../hands/hands.ts';
import { selectPart } from '../hands/select-part.ts';
import type { Intent } from '../language/intent.ts';
import { holdsPhrase, normalize } from '../language/words.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';

/** "Make the word X bold": marks it in the text and presses what the toolbar has for it. */
export async function styleText(
  agent: Agent,
  { text, style }: Extract<Intent, { kind: 'style' }>,
): Promise<Outcome> {
  const scene = await see(agent);
  const editor = editorWith(scene.model, text);
  if (!editor || !(await selectPart(agent, scene, editor, text))) return stuck(`there is no text "${text}"`);
  const tool = toolFor((await see(agent)).model, style);
  if (tool) return pressTool(agent, tool, style);
  // Colours wait behind a button of their own.
  const palette = toolFor((await see(agent)).model, 'colour') ?? toolFor((await see(agent)).model, 'color');
  if (!palette || !(await click(agent, await see(agent), palette)))
    return stuck(`nothing makes text ${style}`);
  await rest(agent);
  const swatch = toolFor((await see(agent)).model, style);
  return swatch ? pressTool(agent, swatch, style) : stuck(`nothing makes text ${style}`);
}

async function pressTool(agent: Agent, tool: UiElement, style: string): Promise<Outcome> {
  return (await click(agent, await see(agent), tool)) ? DONE : stuck(`the text could not be made ${style}`);
}

function editorWith(model: PageModel, text: string): UiElement | undefined {
  const editors = model.elements.filter(({ isVisible, isEditable }) => isVisible && isEditable);
  return editors.find(({ value }) => normalize(value).includes(normalize(text))) ?? editors[0];
}

/** A control by its name, its class, its letter or the colour it is painted in. */
function toolFor(model: PageModel, style: string): UiElement | undefined {
  const tools = model.elements.filter(
    ({ isVisible, isEditable, isClickable, colour, hints, text }) =>
      isVisible && !isEditable && (isClickable || colour !== '' || hints !== '') && text.length < 20,
  );
  const isColoured = ({ colour, text }: UiElement) => text === '' && colour.split(' ').includes(style);
  return (
    tools.find(({ name }) => normalize(name) === style) ??
    tools.find(({ hints, name }) => holdsPhrase(`${hints} ${name}`, style)) ??
    tools.find(({ name }) => name.length === 1 && normalize(name) === style[0] && STYLES.has(style)) ??
    tools.find(isColoured)
  );
}

const STYLES = new Set(['bold', 'italic', 'underline', 'strike']);
