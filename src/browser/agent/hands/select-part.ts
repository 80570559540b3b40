import type { Agent } from '../agent-context.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { act } from './hands.ts';

/** Marks a part of an element's text; all of it when the part is ''. */
export function selectPart(agent: Agent, scene: Scene, element: UiElement, part: string): Promise<boolean> {
  const deed = { action: 'highlight', script: 'highlight', value: part } as const;
  return act(agent, scene, element, deed, (live) => live.evaluate(markPart, part));
}

/** Runs in the page. */
function markPart(node: HTMLElement, part: string): void {
  node.focus();
  const range = document.createRange();
  range.selectNodeContents(node);
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text && part !== ''; text = walker.nextNode()) {
    const at = (text.nodeValue ?? '').toLowerCase().indexOf(part.toLowerCase());
    if (at < 0) continue;
    range.setStart(text, at);
    range.setEnd(text, at + part.length);
    break;
  }
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
