import { givenNames, headingLevel, take, textOf } from './dom.ts';
import { ownSignature } from './signature.ts';

/** `<div class="section-title">Pasta</div><div class="dishes">`: in one of several like boxes what stands above a list names it. */
export function shelfName(parent: Element): string | null {
  const box = parent.parentElement;
  const head = parent.previousElementSibling;
  if (!box || !head || head.previousElementSibling !== null || headingLevel(head) > 0) return null;
  const name = [head, ...take(head.querySelectorAll('*'), 5)].find(
    (each) => each.childElementCount === 0 && givenNames(each).some((given) => TITLED.test(given)),
  );
  const text = name ? textOf(name, 80) : '';
  if (!/^\p{L}.{1,58}$/u.test(text) || box.querySelector('h1, h2, h3, h4, h5, h6')) return null;
  const signature = ownSignature(box);
  const beside = take(box.parentElement?.children ?? [], 60);
  return beside.some((each) => each !== box && ownSignature(each) === signature) ? text : null;
}

const TITLED = /(?:^|[-_])(?:title|name|heading|header|headline|label|caption)$/i;
