import { wordsOf } from '../words.ts';
import { elementsIn, isControl, type PageModel, type UiElement } from './page-model.ts';
import type { Scene } from './scene.ts';

/**
 * The page without the text that only repeats the instruction: its words name everything there is to act on. Controls
 * stay under any name; a field that took the echo for its label goes by its placeholder.
 */
export function withoutEcho(scene: Scene, instruction: string): Scene {
  const wanted = wordsOf(instruction).join(' ');
  if (wanted.split(' ').length < 3) return scene;
  const isEcho = (text: string) => {
    const said = wordsOf(text).join(' ');
    return said.includes(wanted) && said.length <= wanted.length * 1.3 + 20;
  };
  const { model } = scene;
  const echoes = model.elements.filter((element) => !isControl(element) && isEcho(wholeText(model, element)));
  const lines = scene.text.split('\n').filter((line) => !isEcho(line));
  if (echoes.length === 0) return scene;
  const dropped = new Set(
    echoes.flatMap(({ node }) => elementsIn(model, node).filter((one) => !isControl(one))),
  );
  const elements = model.elements
    .filter((element) => !dropped.has(element))
    .map((element) =>
      isControl(element) && wordsOf(element.name).join(' ').includes(wanted)
        ? { ...element, name: element.placeholder || element.text }
        : element,
    );
  return { ...scene, model: { ...model, elements }, text: lines.join('\n') };
}

function wholeText(model: PageModel, element: UiElement): string {
  if (element.flow !== '') return element.flow;
  return (model.ends[element.node] ?? element.node) - element.node > 40 ? '' : element.text || element.name;
}
