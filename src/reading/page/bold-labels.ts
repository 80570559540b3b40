import { headingLevel, take, textOf } from './dom.ts';

/** `<b>Serves:</b> 4`: a name in bold, and a value behind it. */
export function isLabel(element: Element): boolean {
  return ['b', 'strong'].includes(element.localName) && /^[^:：]{2,40}[:：]$/u.test(textOf(element, 60));
}

/** `<li><strong>Fee</strong> £145</li>`: a bold name without a colon, as the entries or lines beside it have one too. */
export function isLeadLabel(element: Element): boolean {
  const parent = element.parentElement;
  if ((parent?.localName !== 'li' && parent?.localName !== 'p') || !leads(parent)) return false;
  if (parent.firstElementChild !== element) return false;
  const text = textOf(element, 60);
  const beside = take(parent.parentElement?.children ?? [], 30).filter((each) => headingLevel(each) === 0);
  return (
    !/[:：.!?]$/u.test(text) &&
    text.length <= 40 &&
    beside.filter(leads).length >= Math.max(2, beside.length * 0.6)
  );
}

/** An entry that begins with something in bold and goes on with a short text. */
function leads(entry: Element): boolean {
  const [first] = take(entry.childNodes, 5).filter((node) => (node.textContent ?? '').trim() !== '');
  const name = (first as Element | undefined)?.localName;
  if (first !== entry.firstElementChild || (name !== 'b' && name !== 'strong')) return false;
  const [whole, own] = [textOf(entry, 200), textOf(first as Element, 60)];
  return own.length > 0 && whole.length > own.length + 1 && whole.length <= 160;
}
