import { headingLevel, squeeze, take, textOf } from './dom.ts';

/** `<b>Serves:</b> 4`: a name in bold, and a value behind it. */
export function isLabel(element: Element): boolean {
  return ['b', 'strong'].includes(element.localName) && /^[^:：]{2,40}[:：]$/u.test(textOf(element, 60));
}

/**
 * `<li><strong>Fee</strong> £145</li>`: a bold name without a colon, as the entries or lines beside it have one too. The
 * lines of one paragraph are told apart by their breaks.
 */
export function isLeadLabel(element: Element): boolean {
  const parent = element.parentElement;
  if (parent?.localName !== 'li' && parent?.localName !== 'p') return false;
  const own = linesOf(parent);
  const beside =
    own.length > 1
      ? own
      : take(parent.parentElement?.children ?? [], 30)
          .filter((each) => headingLevel(each) === 0)
          .map((each) => take(each.childNodes, 20));
  const text = textOf(element, 60);
  return (
    own.some((line) => leads(line) && firstOf(line) === element) &&
    !/[:：.!?]$/u.test(text) &&
    text.length <= 40 &&
    beside.filter(leads).length >= Math.max(2, beside.length * 0.6)
  );
}

function linesOf(parent: Element): Node[][] {
  const lines: Node[][] = [[]];
  for (const node of take(parent.childNodes, 120)) {
    if ((node as Element).localName === 'br') lines.push([]);
    else lines.at(-1)?.push(node);
  }
  return lines.filter((line) => firstOf(line) !== undefined);
}

function firstOf(line: readonly Node[]): Node | undefined {
  return line.find((node) => (node.textContent ?? '').trim() !== '');
}

/** It begins with something in bold and goes on with a short text. */
function leads(line: readonly Node[]): boolean {
  const first = firstOf(line) as Element | undefined;
  if (first?.localName !== 'b' && first?.localName !== 'strong') return false;
  const whole = squeeze(line.map((node) => (node.textContent ?? '').slice(0, 200)).join(''));
  const own = textOf(first, 60);
  return own.length > 0 && whole.length > own.length + 1 && whole.length <= 160;
}
