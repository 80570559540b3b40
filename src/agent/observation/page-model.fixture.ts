/** Small pages for the tests of what needs no browser: elements in reading order, nested by depth. */
import { BLANK, type PageModel, type UiElement } from './page-model.ts';
import { emptyModel } from './scene.ts';

type Given = Partial<UiElement> & { depth?: number };

/** `depth` says how deep an element stands; one follows its parent. */
export function pageOf(given: Given[]): PageModel {
  const parents: number[] = [-1];
  const path: number[] = [0];
  const elements: UiElement[] = [];
  given.forEach(({ depth = 1, ...known }, index) => {
    const node = index + 1;
    path.length = depth;
    parents.push(path.at(-1) ?? 0);
    path[depth] = node;
    elements.push({ ...BLANK, ...known, node, id: known.id ?? node, name: known.name ?? known.text ?? '' });
  });
  const ends = parents.map((_, node) => {
    let end = node;
    for (let other = node + 1; other < parents.length && isBelow(parents, other, node); other += 1)
      end = other;
    return end;
  });
  const layout = 'b'.repeat(parents.length);
  const pieces: PageModel['pieces'] = elements.flatMap(({ node, text }) =>
    text === '' ? [] : [[node + 1, node, text] as [number, number, string]],
  );
  return { ...emptyModel('http://page.test/'), title: 'Page', elements, parents, ends, layout, pieces };
}

function isBelow(parents: number[], node: number, ancestor: number): boolean {
  for (let at = node; at >= 0; at = parents[at] ?? -1) if (at === ancestor) return true;
  return false;
}

export const button = (text: string, more: Given = {}): Given => ({
  tag: 'button',
  role: 'button',
  text,
  isClickable: true,
  ...more,
});

export const field = (name: string, more: Given = {}): Given => ({
  tag: 'input',
  type: 'text',
  role: 'textbox',
  name,
  isEditable: true,
  isClickable: true,
  ...more,
});
