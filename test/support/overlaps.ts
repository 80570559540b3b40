import type { Page } from 'playwright-core';

/** Pairs of texts or controls on the screen whose boxes cover each other although neither is inside the other. */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MOST_SHARED_PX = 2;
    /** The part of an element that is seen: cut by every ancestor that hides or scrolls what is outside. */
    const seen = (element: Element): DOMRect | null => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let above = element.parentElement; above; above = above.parentElement) {
        const { overflow, position } = getComputedStyle(above);
        if (overflow !== 'visible') {
          const frame = above.getBoundingClientRect();
          left = Math.max(left, frame.left);
          top = Math.max(top, frame.top);
          right = Math.min(right, frame.right);
          bottom = Math.min(bottom, frame.bottom);
        }
        if (position === 'fixed') break;
      }
      return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null;
    };
    /** Layers lie above the page by intent. */
    const layerOf = (element: Element): Element | null => {
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { position } = getComputedStyle(one);
        if (position === 'fixed' || position === 'sticky') return one;
      }
      return null;
    };
    const isText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isControl = (element: Element) =>
      element.matches('button, a, input, select, textarea, [role=slider]');
    const boxes = [...document.querySelectorAll('body *')]
      .filter((element) => isText(element) || isControl(element))
      .filter((element) => !element.closest('.sr-only, svg, option, [hidden], [aria-hidden=true]'))
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .flatMap((element) => {
        const box = seen(element);
        return box ? [{ element, box, layer: layerOf(element) }] : [];
      });
    const found: string[] = [];
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        if (
          one.layer !== other.layer ||
          one.element.contains(other.element) ||
          other.element.contains(one.element)
        )
          continue;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width > MOST_SHARED_PX && height > MOST_SHARED_PX)
          found.push([one, other].map(({ element }) => element.outerHTML.slice(0, 90)).join('  <->  '));
      }
    return found;
  });
}
