import { take } from './dom.ts';

const MAX_FORMS = 2_000;

/**
 * What a page says by markup alone is written out, so that every reader of the document sees it: powers. The
 * signs behind headings that lead to themselves are taken away.
 */
export function writePlainForms(document: Document, markup: string): void {
  if (markup.includes('<sup'))
    for (const sup of take(document.querySelectorAll('sup'), MAX_FORMS)) {
      const power = isPower(sup) ? raised(sup.textContent ?? '') : null;
      if (power) sup.replaceWith(power);
    }
  if (SELF_LINK.test(markup))
    for (const link of take(document.querySelectorAll('h1 a, h2 a, h3 a, h4 a, h5 a, h6 a'), MAX_FORMS))
      if (/^[\s#¶§🔗]+$/u.test(link.textContent ?? '')) link.remove();
}

const SELF_LINK = /(?:#|¶|§|🔗|&para;|&sect;|&#182;)\s*(?:<\/span>\s*)?<\/a>/u;

/** Behind a unit, a variable or a base; behind a word or a sum it is a footnote, or the cents of a price. */
function isPower(sup: Element): boolean {
  const before = sup.previousSibling?.textContent ?? '';
  return sup.firstElementChild === null && /(?:^|[^\p{L}\d])(?:\p{L}{1,3}|10|2)$|[)\]]$/u.test(before);
}

const RAISED = new Map([...'0123456789+-−n'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ'][at] ?? '']));

function raised(text: string): string | null {
  const signs = [...text.trim()].map((sign) => RAISED.get(sign));
  return signs.length > 0 && signs.every((sign) => sign !== undefined) ? signs.join('') : null;
}
