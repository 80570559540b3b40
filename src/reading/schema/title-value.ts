import { schemaType } from '../values/convert-value.ts';
import { isThing } from '../words/concepts.ts';
import { stemsOf } from '../words/words.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** A schema begins with what the page is about: `restaurant`, `city`, `podcast` of a page headed by a name. */
export function leadingName(key: string, schema: Schema, { index, facts, root }: Source): string | undefined {
  const [first] = Object.keys(propertiesOf(resolveSchema(root, root)));
  const isPlain = schemaType(schema) === 'string' && schema.format === undefined && !schema.enum;
  if (first !== key || !isPlain || facts !== index.facts || !ABOUT.test(key)) return undefined;
  const headings = index.page.headings.filter(({ level }) => level === 1);
  const heading = headings[0]?.text ?? '';
  // "Plan your visit" names nothing; nor does a word for the page itself.
  const isName = /^\p{Lu}[\p{L}'’.&-]*(?:\s(?:[\p{Lu}\d][\p{L}\d'’.&-]*|of|the|de|la|und|and|&)){0,5}$/u.test(
    heading,
  );
  const isCode = /^[a-z]+[A-Z_.]\w+$/.test(heading);
  const isSpoken = (index.page.title ?? '').includes(heading);
  return headings.length === 1 && (isName || isCode) && isSpoken && !PAGES.test(heading)
    ? heading
    : undefined;
}

const ABOUT =
  /^(?:[a-z]+_?name|restaurant|hotel|caf[eé]|museum|gallery|company|organi[sz]ation|business|shop|store|city|town|place|country|podcast|show|series|film|movie|book|album|song|artist|band|player|team|club|school|university|library|park|venue|product|recipe|dish|course|event|conference|vessel|ship|car|model|species|function|method|package|repository|project|app)$/i;
const PAGES =
  /^(?:home|welcome|menu|about|about us|contact|contact us|services?|pricing|prices|products?|shop|news|blog|events?|jobs|careers|team|search|results|invoice|order|login|faq|help|overview|details?|details and .*|courses|all .*)$/i;

/** `hotel` on a page headed "Hotel Marisol"; `location` on one titled "Weather in Porto Sereno". */
export function titleOfKind(asked: string[], schema: Schema, { index, facts }: Source): string | undefined {
  const heading = index.page.headings.find(({ level }) => level === 1)?.text ?? '';
  const isName =
    /^(?:\p{Lu}[\p{L}'’.-]*|of|the|de|la|und|and|&)(?:\s(?:[\p{Lu}\d][\p{L}'’.-]*|of|the|de|la|und|and|&)){0,5}$/u.test(
      heading,
    );
  if (!isName || schemaType(schema) !== 'string' || schema.format !== undefined || facts !== index.facts)
    return undefined;
  const [word] = asked;
  if (
    asked.length === 1 &&
    word !== undefined &&
    stemsOf(heading).includes(word) &&
    stemsOf(heading).length > 1
  )
    return heading;
  const before = (index.page.title ?? '').split(heading);
  const isPlace = isThing(asked, 'location') || isThing(asked, 'city');
  const weather = isPlace
    ? /^(?:weather|wetter|météo|meteo|tiempo|previsioni|pogoda|weer)\s(\p{Lu}.+)$/iu.exec(heading)
    : null;
  if (weather?.[1]) return weather[1];
  return isPlace && before.length > 1 && /\b(?:in|at|near|for) $/i.test(before[0] ?? '')
    ? heading
    : undefined;
}

/** `station` of "Departures from Ashby Junction", `city` of "Dermatologists in Leiden". */
export function placeInTitle(key: string, schema: Schema, { index, facts }: Source): string | undefined {
  if (!/^(?:city|town|location|place|station|stop|airport|area|region)(?:_?name)?$/i.test(key))
    return undefined;
  if (schemaType(schema) !== 'string' || schema.format !== undefined || facts !== index.facts)
    return undefined;
  const heading = index.page.headings.find(({ level }) => level === 1)?.text ?? '';
  return /^[\p{L}\d ]+\s(?:in|from|at|near|around)\s(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,3})$/u.exec(
    heading,
  )?.[1];
}
