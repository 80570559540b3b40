import { nameWords, stem, wordsOf } from '../task/index.ts';
import { isWorkWord } from './work-words.ts';

/** A text that stands where a value should be: a mark for nothing, the name of a type, a name of an example. */
export function isPlaceholder(text: string): boolean {
  const body = text.trim();
  const value = body.replace(LABEL, '');
  if (value !== body && isPlaceholder(value)) return true;
  return body.length <= 60 && (MARK.test(body) || isTemplate(body));
}

/** A name of a type or of an example: whoever left it there filled in nothing. */
export function isTemplate(text: string): boolean {
  const body = text.trim();
  return body.length <= 60 && (TYPE.test(body) || EXAMPLE.test(body));
}

/** "Weight: TBA" is one, too. */
const LABEL = /^[\p{L} ]{1,40}:\s*(?=\S)/u;

const COUNT = [...Array(100).keys()].map((at) => String(at + 1));
COUNT[0] = '1';

/** The words of the key, or a name for such a thing, in place of the thing: `{"title": "Job title"}`. */
export function isEcho(key: string, value: string, description = ''): boolean {
  const body = value.trim();
  if (body === '' || body.length > 60 || /\d/.test(body)) return false;
  if (body.toLowerCase() === key.toLowerCase()) return true;
  const words = wordsOf(body).map(stem);
  const named = new Set(nameWords(key));
  const same = words.filter((word) => named.has(word)).length;
  if (same === words.length && words.length > 0) return body.toLowerCase() === body || !/\s/.test(body);
  if (description !== '' && body.length >= 4 && description.toLowerCase() === body.toLowerCase()) return true;
  const isNamed = words.some((word) => named.has(word) || ATTRIBUTES.has(word));
  return (
    words.length > 1 && words.length <= 5 && isNamed && words.every((word) => named.has(word) || VAGUE(word))
  );
}

const VAGUE = (word: string) => isWorkWord(word) || FILLING.has(word);
const FILLING = new Set(
  'the a an of your my for this some job company full first last der die das des dem den eines einer ihr le la de du del el il'
    .split(' ')
    .map(stem),
);
const ATTRIBUTES = new Set(
  'name title price value date description address text number amount'.split(' ').map(stem),
);

const MARK =
  /^(?:x{2,}\d*|null|undefined|nan|none|nil|n\.?\s?[/.]?\s?[an]\.?|todo|tbd|tba|xxx+|unknown|unspecified|unbekannt|inconnu|desconocido|sconosciuto|k\.?\s?a\.?|keine angaben?|\[object object\]|[.\-–—_?…\s]+|<[^<>]{0,40}>|\[[\p{L} _-]{1,40}\]|\{\{?[\w .]{1,40}\}?\}|not (?:found|available|specified|provided|applicable|stated|known|given|listed|mentioned)|nicht (?:gefunden|verfügbar|angegeben|bekannt|vorhanden)|(?:here goes|insert|enter|add|put) (?:the |your |a )?[\p{L} ]{1,30}(?: here)?|(?:your|sample|dummy|example|placeholder|test) (?:name|title|text|value|company|e-?mail|address|product|item|url|price|phone|data|description|city|author)|[\p{L} ]{1,30} (?:here|placeholder|goes here)|placeholder|example|sample|dummy|lorem ipsum.*|[\p{L} ]{0,20}muster(?:stra(?:ß|ss)e|mann|stadt|firma)\b.*|(?:todo|tbd|fixme)\b.{0,40}|[$€£#]?\s?(?:x{2,}|_{2,}|\?{2,})(?:[.,](?:x{2}|_{2}))?\s?(?:\p{L}{1,10}|[^\d\s]{1,3})?|vorname nachname|first ?name last ?name|first last|beispiel\p{L}*|platzhalter|muster\p{L}*|[\p{L} ]{1,30}: (?:not found|n\/a|not available|unknown|undefined|null))$/iu;
const TYPE =
  /^(?:string|number|integer|float|boolean|bool|object|array|text|value|date|str|int|any|zeichenkette|zahl|wert|type)$/i;
const EXAMPLE =
  /^(?:john|jane) (?:doe|smith|q\.? public)$|^(?:max|erika) mustermann$|^mario rossi$|^jean dupont$|^(?:acme|example)(?: (?:inc|corp|company|gmbh|ltd|corporation))?\.?$|^(?:foo|bar|baz|foobar|asdf|abc|test)$|@(?:www\.)?(?:example|domain|company|yourdomain|yourcompany|firma|beispiel|website|site|provider|test)\.(?:com|org|net|de)$|^https?:\/\/(?:www\.)?example\.(?:com|org|net)\/?\S*$|^\+?[\s(]*(?:1[\s-]*)?\(?555\)?[\s-]\d{3}[\s-]\d{4}$|^123 main st(?:reet)?\.?|^(?:yyyy-mm-dd|dd\.mm\.yyyy|mm\/dd\/yyyy|tt\.mm\.jjjj|1970-01-01|0000-00-00|123-456-7890|1234567890)$/i;
