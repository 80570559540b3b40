import type { ElementHandle } from 'playwright-core';

/** Where its words stand, for what does not listen itself: its middle may be empty, or another's. Null for all else. */
export function onWords(live: ElementHandle<HTMLElement>): Promise<{ x: number; y: number } | null> {
  return live
    .evaluate((node) => {
      const isControl = node.matches('a,button,input,select,textarea,label,summary,option,svg,svg *');
      const isHeard = Reflect.get(node, Symbol.for('listens')) === true || typeof node.onclick === 'function';
      // The middle of a row may lie between two cells.
      const isPlain = isHeard && node.tagName !== 'TR';
      if (isControl || isPlain || node.childElementCount === 0) return null;
      const words = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      let text = words.nextNode();
      while (text && text.nodeValue?.trim() === '') text = words.nextNode();
      if (!text) return null;
      const range = document.createRange();
      range.selectNodeContents(text);
      const part = range.getClientRects()[0];
      const whole = node.getBoundingClientRect();
      if (!part || part.width === 0) return null;
      return { x: part.x + part.width / 2 - whole.x, y: part.y + part.height / 2 - whole.y };
    })
    .catch(() => null);
}
