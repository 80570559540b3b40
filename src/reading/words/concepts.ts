import { nameWords, stem } from './words.ts';

/** Names people and pages use for the same thing. Each line is one thing; the first name is ours. */
const LINES = `
price | cost | amount | price amount | product price | sale price | current price | low price | our price | unit price | fee | fare | rate | ticket price | charge | precio | preis | prix | prezzo | pris | cena | amount due
original price | old price | was | price was | list price | regular price | before | rrp | msrp | compare at price | previous price
currency | price currency
title | headline | name | product name | product title | page title | heading | subject | full name | article title | book title | job title | event name | company name
author | writer | byline | written by | creator | posted by | username | user | by | autor | auteur | author name
date | date published | published | published at | publish date | publication date | published date | published on | posted | posted on | date posted | upload date | date created | created | release date | released | start date | published time | pub date | publicado | publie
modified | date modified | updated | updated at | last updated | last modified | last update
description | summary | abstract | short description | product description | details | about | intro | excerpt | teaser | snippet
body | content | text | message | comment | review body | post | answer | article body
rating | rating value | average rating | stars | score | customer rating | review rating
review count | reviews | number of reviews | rating count | num reviews | reviews count | ratings
availability | in stock | stock | is available | available | stock status | is in stock
brand | brand name | manufacturer | make | vendor
sku | product id | mpn | item number | article number | product code | model number
image | image url | photo | picture | thumbnail | thumbnail url | img
url | link | page url | href | website | web address
site | site name | publisher | source
category | section | article section | genre | department
language | lang | in language
telephone | phone | phone number | tel | telephone number | contact number | telefon | telefono
email | email address | mail | e mail | contact email
address | street address | location address | visiting address
location | place | venue | where | city | job location | area
city | address locality | locality | town
postal code | zip | zip code | postcode | post code | plz
country | address country
region | address region | state | province
keywords | tags
color | colour | farbe
ingredients | recipe ingredient
steps | method | instructions | directions | recipe instructions
servings | yield | recipe yield | serves | portions
salary | base salary | pay | wage
salary min | min salary | minimum salary
salary max | max salary | maximum salary
company | hiring organization | employer | organization | organisation
founded | founding date | established | year founded | since
quantity | qty | count | pieces | units | number
weight | gewicht | mass | poids | peso
duration | length | total time | running time | runtime
opening hours | hours | opening times | open
points | pts | score
temperature | temp
votes | upvotes | score
condition | item condition
calories | energy
question | q
population | inhabitants
`;

/** Words that mean the same when they stand alone in a question or a name. */
const WORDS = `
cost price fee fare charge preis precio prix expensive cheap
heavy weight weigh gewicht
tall height high
deep depth
wide width
long length duration
old age
big size large
telephone phone tel
email mail
founded established founding
maximum max
minimum min
city town locality
author writer wrote
picture photo image
film movie
car vehicle
job position
employ employee staff
company firm business
opening open hours
need require must
license licence
`;

const byPhrase = new Map<string, number[]>();
for (const [index, line] of LINES.trim().split('\n').entries()) {
  for (const phrase of line.split('|')) {
    const key = nameWords(phrase).join(' ');
    byPhrase.set(key, [...(byPhrase.get(key) ?? []), index]);
  }
}

const byWord = new Map<string, number>();
for (const [index, line] of WORDS.trim().split('\n').entries()) {
  for (const word of line.split(' ')) if (!byWord.has(stem(word))) byWord.set(stem(word), index);
}

/** Whether two names, in words, stand for the same thing. */
export function isSameThing(one: string[], other: string[]): boolean {
  const mine = byPhrase.get(one.join(' '));
  const theirs = byPhrase.get(other.join(' '));
  return mine !== undefined && theirs !== undefined && mine.some((index) => theirs.includes(index));
}

/** Whether a name, in words, stands for something we know: `isThing(nameWords('cost'), 'price')`. */
export function isThing(words: string[], thing: string): boolean {
  return isSameThing(words, nameWords(thing));
}

/** Whether two stems say the same. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const group = byWord.get(one);
  return group !== undefined && group === byWord.get(other);
}

const QUALIFIERS = new Set(['the', 'of', 'a', 'per', 'in', 'is', 'and', 'for', 'to']);

/**
 * How well a name on the page answers to an asked name: 1 the same, 0 not at all. `Price (EUR)` answers to `price`,
 * `product-card__price` too, but less.
 */
export function nameMatch(asked: string[], candidate: string[]): number {
  if (asked.length > 0 && asked.join(' ') === candidate.join(' ')) return 1;
  const mine = asked.filter((word) => !QUALIFIERS.has(word));
  const theirs = candidate.filter((word) => !QUALIFIERS.has(word));
  if (mine.length === 0 || theirs.length === 0) return 0;
  if (mine.join(' ') === theirs.join(' ')) return 1;
  if (isSameThing(mine, theirs)) return 0.9;
  const isIn = (word: string, list: string[]) => list.some((each) => isSameWord(each, word));
  const found = mine.filter((word) => isIn(word, theirs)).length;
  if (found === mine.length) {
    // The last word is what the thing is: `card-price` is a price, `price-table` is not.
    const isHead = isSameWord(theirs.at(-1) ?? '', mine.at(-1) ?? '');
    return (isHead ? 0.6 : 0.45) + 0.25 * (found / theirs.length);
  }
  const covered = theirs.filter((word) => isIn(word, mine)).length;
  if (covered === theirs.length) return 0.4 + 0.3 * (covered / mine.length);
  const tails = theirs.slice(-2).join(' ');
  if (theirs.length > 1 && (isSameThing(mine, theirs.slice(-1)) || isSameThing(mine, [tails]))) return 0.55;
  return 0;
}
