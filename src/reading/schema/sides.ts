import type { IndexedItem } from '../answers/page-index.ts';
import type { Field } from '../page/page.ts';
import { nameWords } from '../words/words.ts';

/** `home_team` and `away_goals` of "Rovers – United 3:1": the two sides of a pairing, and what stands for each. */
export function sideField({ fields }: IndexedItem, asked: string[]): Field | undefined {
  const side = asked.some((word) => HOME.has(word)) ? 0 : asked.some((word) => AWAY.has(word)) ? 1 : -1;
  if (side < 0) return undefined;
  const own = asked.filter((word) => !HOME.has(word) && !AWAY.has(word));
  const isScore = own.some((word) => SCORES.has(word));
  // Where the page has a column for each side, that is the one.
  const isSided = fields.some(
    ({ field, names }) =>
      (!isScore || /^\d+$/.test(field.value)) &&
      names.some((name) => name.some((word) => HOME.has(word) || AWAY.has(word))),
  );
  if (isSided) return undefined;
  if (!isScore && own.some((word) => !TEAMS.has(word))) return undefined;
  for (const { field } of fields) {
    const value = (isScore ? SCORE : PAIRING).exec(field.value)?.[side + 1]?.trim();
    if (value !== undefined && (isScore || isName(value))) return { names: [], value };
  }
  return undefined;
}

function isName(text: string): boolean {
  return text.length <= 40 && /\p{L}{2}/u.test(text) && !/\d{1,2}[:.]\d{2}/.test(text);
}

const PAIRING =
  /^(\p{L}[^–—]{1,40}?)\s(?:–|—|-|vs?\.?|x|gegen|contre|contro|contra|tegen)\s(\p{L}[^–—]{1,40})$/iu;
const SCORE = /^(\d{1,3})\s?[:–—-]\s?(\d{1,3})(?!\d)(?:\s?\([^()]*\))?$/u;

const words = (names: string) => new Set(names.split(' ').flatMap(nameWords));
const HOME = words('home host heim domicile local locale casa thuis gospodarz gospodarze');
const AWAY = words(
  'away guest visitor gast gaste auswarts exterieur visitante ospite trasferta fora uit gosc goscie',
);
const SCORES = words('goals goal score points tore buts gol goles bramki');
const TEAMS = words('team club side name mannschaft equipe equipo squadra druzyna');
