import { contentStems } from '../../task/index.ts';
import { isWordForm } from '../words/kin.ts';

/** How much of the link's name the question explains; what such a page is usually called counts a little less. */
export function linkFit(
  { name, hints = '' }: { name: string; hints?: string },
  question: string,
  mostWords = 12,
): number {
  const asked = contentStems(question);
  const usual = USUAL.filter(([about]) => about.test(question)).map(([, place]) => place);
  const words = contentStems(name);
  if (words.length === 0 || words.length > mostWords) return 0;
  const shared = words.filter((word) => asked.some((other) => isWordForm(word, other))).length;
  const named = shared / words.length + Math.min(shared, 3) / 10;
  return Math.max(named, usual.some((place) => place.test(`${name} ${hints}`)) ? 0.7 : 0);
}

/** Where sites keep what people often ask for. */
const USUAL: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:phone|telephone|e-?mail|address|contact|call|reach)\b/iu,
    /\b(?:contact|imprint|impressum|about)\b/iu,
  ],
  [
    /\b(?:ship|shipping|deliver\w*|returns?|refunds?|exchange|postage|send)\b/iu,
    /\b(?:shipping|delivery|returns?|faq|help)\b/iu,
  ],
  [
    /\b(?:open|opening|hours|close[sd]?|location|located|where|branch|stores?|shops?)\b/iu,
    /\b(?:stores?|locations?|hours|visit|find us|branches|shops|offices)\b/iu,
  ],
  [
    /\b(?:price|prices|cost|costs|plans?|fees?|fines?|charges?|how much)\b/iu,
    /\b(?:pricing|prices|plans|rates|fees|charges|costs|tickets)\b/iu,
  ],
  [
    /\b(?:my|(?:do|am|have|did) i|change|update|set|switch|turn|enable|disable|hide|password|language|notifications?|profile|preferences?)\b/iu,
    /\b(?:settings|preferences|profile|(?:my )?account|options)\b/iu,
  ],
  [
    /\b(?:message|write to|contact|invite|user|member|person|people|employee|customer|client|student)\b/iu,
    /\b(?:members|users|people|contacts|directory|team|staff|customers|clients|students|employees|messages|inbox)\b/iu,
  ],
  [/\b(?:jobs?|careers?|hiring|vacanc\w+|positions?)\b/iu, /\b(?:careers?|jobs|vacancies|work with us)\b/iu],
  [
    /\b(?:founded|founder|team|company|ceo|history|who (?:is|are|runs|owns))\b/iu,
    /\b(?:about|team|company|our story|history)\b/iu,
  ],
  [
    /\b(?:can i|do you|how do i|how can i|is it possible|policy|warranty|guarantee|allowed)\b/iu,
    /\b(?:faq|help|support|questions|terms|policy|policies)\b/iu,
  ],
];

/** Following it would do more than show a page. */
export function isDoing(name: string, path: string): boolean {
  // A form for a new thing does nothing yet.
  const plain = name.replace(/^add (?:an? )?new\b/iu, '');
  return DOING.test(plain) || DOING.test(path);
}

const DOING =
  /\b(?:log ?out|sign ?out|log ?in|sign ?in|register|delete|remove|add|buy|cart|basket|checkout|unsubscribe|download)\b|\.(?:pdf|zip|gz|jpe?g|png|gif|svg|webp|csv|xlsx?|docx?|pptx?|mp[34]|exe|dmg|iso|ics|epub)$/iu;
