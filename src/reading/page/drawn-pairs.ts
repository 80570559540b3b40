import { squeeze, take, textOf } from './dom.ts';

/**
 * `<div class="row"><span class="name">Family</span>£62 a year</div>` among others that are built alike: the style sets the
 * name apart, and a colon does so for every reader of the document.
 */
export function writePairs(document: Document): void {
  const names = take(document.querySelectorAll('span[class]:first-child'), 20_000).filter(
    (span) => span.parentElement !== null && isName(span, span.parentElement),
  );
  for (const name of names) name.after(': ');
}

function isName(span: Element, row: Element): boolean {
  const [name, look] = [span.getAttribute('class') ?? '', row.getAttribute('class')];
  const text = textOf(span, 60);
  if (!/^\p{L}/u.test(text) || text.length > 40 || /[:：.!?]$/u.test(text) || !isPair(row, name))
    return false;
  const beside = take(row.parentElement?.children ?? [], 60).filter(
    (each) => each.localName === row.localName && each.getAttribute('class') === look,
  );
  return beside.length > 1 && beside.every((each) => isPair(each, name));
}

/** The name, and a short text right behind it: with a space between them it could be one sentence, without one hardly. */
function isPair(row: Element, name: string): boolean {
  const [first, value, ...others] = take(row.childNodes, 20).filter(
    (node) => squeeze(node.textContent ?? '') !== '',
  );
  const said = value?.textContent ?? '';
  const isGlued =
    /^\S/u.test(said) && /\S$/u.test(first?.textContent ?? '') && /^[\p{L}\p{N}$€£¥(+]/u.test(said);
  const isSetApart = isGlued && others.length === 0;
  return (
    (first as Element | undefined)?.localName === 'span' &&
    (first as Element).getAttribute('class') === name &&
    value?.nodeType === 3 &&
    said.length <= 160 &&
    isSetApart
  );
}
