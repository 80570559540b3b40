import type { ElementHandle } from 'playwright-core';

export const GONE = 'no longer on the page';

/** Why Playwright did not act on an element, in the words for a model. */
export async function refusalOf(error: unknown, live: ElementHandle<Element>): Promise<string> {
  const text = String(error);
  const isThere = await live.evaluate((node) => node.isConnected).catch(() => false);
  if (!isThere || /not attached|detached|context was destroyed|has been closed/u.test(text)) return GONE;
  if (/intercepts pointer events/u.test(text))
    return `covered by ${await live.evaluate(coverOf).catch(() => 'another element')}`;
  const known = REFUSALS.find(([pattern]) => pattern.test(text));
  return (
    known?.[1] ??
    (/Error: (.{1,160})/u.exec(text)?.[1] ?? 'the page did not answer').replace(/^\w+\.\w+: /u, '')
  );
}

const REFUSALS: [RegExp, string][] = [
  [/not enabled|is disabled/u, 'disabled'],
  [/not visible|no box|has no size/u, 'not visible'],
  [/not stable/u, 'still moving'],
  [/outside of the viewport/u, 'outside the visible part of the page, where no scrolling leads'],
  [/not editable|readonly/u, 'read-only'],
  [/not an <input>|does not have a role allowing/u, 'it takes no text'],
  [/[Dd]id not find some options/u, 'no such option'],
];

/** Runs in the page: what lies over the middle of an element; the dialog or bar that it belongs to, with its title. */
function coverOf(node: Element): string {
  const box = node.getBoundingClientRect();
  let top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  while (top?.shadowRoot) {
    const inner = top.shadowRoot.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!inner || inner === top) break;
    top = inner;
  }
  if (!top) return 'another element';
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
  const titleOf = (element: Element) => {
    const id = element.getAttribute('aria-labelledby') ?? '';
    const heading = element.querySelector('h1,h2,h3,h4,h5,h6,[role=heading],legend,strong,b');
    return (
      clean(element.getAttribute('aria-label')) ||
      (id && clean(document.getElementById(id)?.textContent)) ||
      clean(heading?.textContent) ||
      clean(element.textContent)
    );
  };
  const dialog = top.closest('dialog,[role=dialog],[role=alertdialog],[aria-modal=true]');
  if (dialog) return `dialog "${titleOf(dialog)}"`;
  // The outermost layer that does not hold the element too.
  let layer: Element = top;
  while (layer.parentElement && !layer.parentElement.contains(node)) layer = layer.parentElement;
  const title = titleOf(layer) || clean(layer.getAttribute('class')) || clean(layer.id);
  return `${layer.tagName.toLowerCase()} "${title}"`;
}
