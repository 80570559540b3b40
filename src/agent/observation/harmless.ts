import { isMoreName, isOnwardName } from '../../reading/index.ts';
import { normalize } from '../words.ts';
import { isPressable, type UiElement } from './page-model.ts';

/** What a control is called that changes something on the site. */
const DEED =
  /\b(?:save|add|vote|buy|order|send|submit|post|like|follow|subscribe|join|share|report|delete|remove|book|reserve|pay|donate|sign|log|login|register|confirm|apply|accept|agree|publish|rate|review|checkout|wish ?list|favou?rites?|basket|cart)\b/u;
const SEARCH = /\b(?:search|query|find|filter|keywords?|look ?up)\b|🔍/u;

/** Shows something of this page that was hidden, and does nothing else. */
export function isOpener(element: UiElement): boolean {
  if (!isPressable(element)) return false;
  const { role, tag, isSelected, isExpanded, name, hints, opens } = element;
  if (role === 'tab') return isSelected !== true;
  if (tag === 'summary') return isExpanded !== true;
  if (DEED.test(normalize(name))) return isExpanded === false && opens >= 0;
  if (isExpanded === false && role !== 'combobox') return true;
  if (/^(?:\[\+\]|[▸▶►⊞📁])/u.test(name.trim())) return true;
  const isMenu =
    /^(?:☰|menu|more|show more|more options|⋮|⋯|…|view all|load more|see more|read more|details|actions)$/u.test(
      normalize(name),
    );
  return (
    isMenu ||
    (/\b(?:accordion|collaps\w*|expander|hamburger)\b/u.test(hints) &&
      isExpanded !== true &&
      role === 'button')
  );
}

/** What may be used to answer a question: links, what hides text, what leads on in a list, and the page's search. */
export function isHarmless(element: UiElement, action: string): boolean {
  if (['scroll', 'hover', 'highlight'].includes(action)) return true;
  const { name, hints, placeholder, role, type, href } = element;
  const isSearch =
    type === 'search' || role === 'searchbox' || SEARCH.test(normalize(`${name} ${hints} ${placeholder}`));
  if (action !== 'click') return isSearch;
  if (isOpener(element)) return true;
  if (DEED.test(normalize(name))) return false;
  return (role === 'link' && href !== '') || isMoreName(name) || isOnwardName(name) || isSearch;
}
