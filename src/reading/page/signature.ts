import { MADE, UTILITY } from './dom.ts';

/** Tag and first telling class; what only marks a state or a variant does not make another kind. */
export function ownSignature(element: Element): string {
  const parts = (element.getAttribute('class') ?? '').split(/\s+/).filter(Boolean);
  const told = parts.filter((part) => !STATE.test(part) && !MADE.test(part));
  // Of what only lays out, how the parts flow says the least.
  const name =
    told.find((part) => !UTILITY.test(part)) ??
    told.find((part) => !/^(?:flex|grid|block|inline|relative|absolute|hidden)$/.test(part)) ??
    told[0] ??
    element.getAttribute('data-testid')?.replace(/[-_]?\d+$/, '');
  const type = element.getAttribute('typeof') ?? element.getAttribute('itemtype') ?? '';
  return `${element.localName}.${name ?? ''}${type && `:${type}`}`;
}

const STATE =
  /^(?:is-|has-|js-)|--|^(?:active|odd|even|first|last|selected|current|featured|highlight(?:ed)?|new|sale|open|closed|expanded|accepted|clearfix|row|col(?:-\S+)?|[a-z]{1,2}-?\d+|\d\S*)$/i;
