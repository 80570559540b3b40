import { nameWords, stemsOf } from '../words/words.ts';
import type { PageIndex } from './page-index.ts';
import { sentencesOf } from './sentences.ts';

const MAX_BLOCKS = 200;
const MAX_CHARS = 200;

/** The sentence by which a page says that there are none of what is asked for: "You have no orders yet." */
export function saidNone({ page }: PageIndex, asked: string[]): string | undefined {
  const things = new Set([...asked, ...RESULTS]);
  // A list by no name of its own holds whatever the page was searched for.
  const isAny = asked.length > 0 && asked.every((word) => LISTS.has(word));
  for (const { text, isAside } of page.blocks.slice(0, MAX_BLOCKS)) {
    if (isAside) continue;
    const said = sentencesOf(text.slice(0, 1_000)).find((sentence) => isNone(sentence, things, isAny));
    if (said !== undefined) return said;
  }
  return undefined;
}

/** `{"orders": []}` in an answer for programs says it too. */
export function isListedEmpty({ page }: PageIndex, key: string): boolean {
  const asked = nameWords(key).join(' ');
  return page.nodes.some((node) =>
    Object.entries(node).some(
      ([name, value]) => Array.isArray(value) && value.length === 0 && nameWords(name).join(' ') === asked,
    ),
  );
}

function isNone(sentence: string, things: ReadonlySet<string>, isAny: boolean): boolean {
  if (sentence.length > MAX_CHARS) return false;
  if (NOTHING.test(sentence)) return true;
  if (isAny && NONE.test(sentence) && SOUGHT.test(sentence)) return true;
  const counted = NONE.exec(sentence)?.[1];
  // "No shipping costs for orders" is about costs.
  const [named = ''] = counted?.split(AFTER) ?? [];
  const head = stemsOf(named).at(-1);
  return head !== undefined && things.has(head);
}

const NONE =
  /^(?:(?:sorry|oops|unfortunately)[,!.]?\s)?(?:(?:there(?:'s|’s| is| are| were)|you(?:'ve got|’ve got| have)|we (?:have|found|could find)|your search (?:returned|found|had)|(?:showing|found|displaying|returned)|es gibt|il n['’]y a|no hay|non ci sono|er zijn|nie ma|não há)\s)?(?:(?:currently|still|at the moment|yet|derzeit|leider|actuellement)\s)?(?:no|0|zero|keine?|aucune?|(?:pas )?d[e'’]|ning[uú]n[ao]?|nessun[ao]?|geen|brak|nenhuma?|inga|ingen|(?:(?:did not|didn['’]t|could not|couldn['’]t|cannot|can['’]t) (?:find|match|return) )any)\s(.{2,80})$/iu;
const AFTER =
  /\s(?:found|yet|to|available|for|in|on|at|match\p{L}*|here|with|that|which|were|was|are|is|of|from|right|today|currently|listed|gefunden|vorhanden|für|trouvée?s?|pour|encontrad[oa]s?|para|trovat[oi]|per|gevonden|voor|dla)(?!\p{L})|[.,;:!(“"]/iu;
const NOTHING =
  /^(?:sorry,?\s)?nothing (?:(?:was|has been) )?(?:found|matched|matches|to (?:show|display|see))|^no se (?:encontr|han encontrado)|^nichts gefunden|^rien (?:n['’]a été )?trouvé|\b(?:did not|didn['’]t|does not|doesn['’]t) match any\b|\b(?:could not|couldn['’]t) find any(?:thing)?\b/iu;

/** What the things of a search or a list are called in general. */
const RESULTS = stemsOf(
  'results items entries matches records listings hits rows data Ergebnisse Treffer Einträge résultats résultat resultados resultado risultati risultato resultaten wyników resultat',
);

/** What a list is called that may hold anything. */
const LISTS = new Set([
  ...RESULTS,
  ...stemsOf('list objects things elements all found content output collection products search'),
]);

/** "No lamps were found", "no flats available": what was looked for, and not what something lacks. */
const SOUGHT =
  /(?<!\p{L})(?:found|match\p{L}*|available|to (?:show|display)|listed|yet|gefunden|vorhanden|verfügbar|trouvée?s?|disponibles?|correspond\p{L}*|encontrad[oa]s?|trovat[oaie]|disponibil[ei]|disponíve(?:l|is)|gevonden|beschikbaar|znalezion\p{L}*|spełnia\p{L}*|hittades)(?!\p{L})/iu;
