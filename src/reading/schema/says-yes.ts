import { fieldOf } from '../answers/fields.ts';
import type { IndexedItem } from '../answers/page-index.ts';
import { toBoolean } from '../values/convert-value.ts';
import { isMoney, parseNumber } from '../values/number.ts';
import { isThing } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';

/** A badge that says the very thing: "Free shipping". */
export function saysYes(item: IndexedItem, asked: string[]): boolean | undefined {
  // What once cost more is cheaper now.
  if (
    ON_SALE.has(asked.filter((word) => word !== 'is').join(' ')) &&
    item.item.fields.some(({ isOld }) => isOld)
  )
    return true;
  if (GONE.has(asked.filter((word) => word !== 'is').join(' '))) return isGone(item);
  if (asked.filter((word) => word !== 'is').join(' ') === FREE) return isFree(item);
  for (const { field } of item.fields) {
    if (field.value.length > 40) continue;
    if (
      isThing(asked, 'availability') &&
      toBoolean(field.value) !== undefined &&
      /stock|sold|available|lager|lieferbar|verfügbar|verkauft|vergriffen|dispon|agotad|épuis|esaurit|esgotad|voorraad|uitverkocht|dostępn|wyprzed|estoque|vorrätig|beschikbaar|magazzin|existenci|lager|налич|stokta|在庫|売り切れ|品切|完売|货|售罄|품절|재고/i.test(
        field.value,
      )
    )
      return toBoolean(field.value);
    const said = nameWords(field.value).join(' ');
    if (isMark(field.value, said, asked)) return !DENIED.test(field.value);
    if (said.replaceAll(' ', '') === asked.filter((word) => word !== 'is').join('')) return true;
    if (OPPOSITE.get(asked.filter((word) => word !== 'is').join(' ')) === said) return false;
  }
  // What can be put into the basket can be had.
  const isSold = item.fields.some(({ field }) => BUY.test(field.value));
  return isSold && isThing(asked, 'availability') ? true : undefined;
}

/** "Public archive" of `archived`, "Non-refundable" of `refundable`: a short mark that names it. */
function isMark(value: string, said: string, asked: string[]): boolean {
  const telling = asked.filter((word) => word !== 'is' && word !== 'has');
  const [word, ...more] = telling;
  if (word === undefined || more.length > 0 || word.length < 5 || value.length > 24) return false;
  return (
    /^\p{Lu}[\p{L}-]+(?:\s[\p{L}-]+){0,2}$/u.test(value) &&
    said.split(' ').some((each) => each.endsWith(word))
  );
}

const DENIED = /^(?:non|not|no|un|nicht|pas)[\s-]/i;

const BUY =
  /^(?:add to (?:cart|basket|bag)|buy now|in den warenkorb|ajouter au panier|añadir al carrito|aggiungi al carrello|adicionar ao carrinho|in (?:mijn )?winkelwagen|dodaj do koszyka|カートに入れる)$/i;
const [FREE = ''] = nameWords('free');

/** Whether a thing costs nothing, where it says what it costs. */
function isFree(item: IndexedItem): boolean | undefined {
  const price = fieldOf(item, nameWords('price'))?.value;
  if (price === undefined) return undefined;
  if (/^(?:free|gratis|kostenlos|gratuite?|gratuit[oa]|bezpłatn\p{L}|無料)(?!\p{L})/iu.test(price))
    return true;
  const amount = isMoney(price) ? parseNumber(price) : undefined;
  return amount === undefined ? undefined : amount === 0;
}

const ON_SALE = new Set(
  ['on sale', 'sale', 'discounted', 'reduced'].map((name) => nameWords(name).join(' ')),
);
const GONE = new Set(
  [
    'sold out',
    'out of stock',
    'unavailable',
    'fully booked',
    'ausverkauft',
    'agotado',
    'complet',
    'esaurito',
    'wyprzedane',
  ].map((name) => nameWords(name).join(' ')),
);

/** What is left of something says that it is not gone. */
function isGone({ fields }: IndexedItem): boolean | undefined {
  const said = fields
    .map(({ field: { value } }) => (value.length > 60 ? undefined : LEFT.exec(value)))
    .filter((match) => match !== undefined && match !== null);
  if (said.length === 0) return undefined;
  return said.some((match) => match[1] !== undefined);
}

export const LEFT =
  /\b(sold out|fully booked|out of stock|unavailable|ausverkauft|ausgebucht|complet|épuisée?|agotad[oa]s?|esaurit[oa]|wyprzedan\p{L}+)|\b(?:left|available|in stock|verfügbar|disponibles?|frei|restants?)\b/iu;
const OPPOSITE = new Map(
  [
    ['required', 'optional'],
    ['optional', 'required'],
    ['public', 'private'],
    ['private', 'public'],
    ['open', 'closed'],
    ['active', 'inactive'],
    ['used', 'new'],
    ['new', 'used'],
  ].map(([word = '', other = '']) => [nameWords(word).join(' '), nameWords(other).join(' ')]),
);
