import { type Fact, plain } from '../answers/fact.ts';
import { factsOfNode, isBackground, typeOf } from '../answers/facts.ts';
import { isAddress } from '../answers/look-facts.ts';
import { isThing, nameMatch } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';
import { isObject, nonEmpty, propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';
import { takenApart } from './taken-apart.ts';

/** An object inside an object: filled only from what the page itself groups there. The page's name is not the seller's. */
export function fillNested(schema: Schema, key: string, source: Source): Record<string, unknown> | undefined {
  const asked = nameWords(key);
  const node = nestedNode(source, asked);
  const facts = node ? factsOfNode(node) : [...groupedFacts(source, asked), ...boxFacts(source, asked)];
  const grouped = facts.length > 0 ? nonEmpty(source.fillObject(schema, { ...source, facts })) : undefined;
  // What the page is about has more to it than what stands under its heading.
  const isWhole = !node && isPageItself(source, asked);
  if (grouped) return isWhole ? { ...source.fillObject(schema, source), ...grouped } : grouped;
  const apart = takenApart(schema, asked, source);
  if (apart) return apart;
  if (isThing(asked, 'contact') || isThing(asked.slice(0, 1), 'contact')) {
    const contacts = source.facts.filter(({ name }) => CONTACTS.some((each) => isThing(name, each)));
    return nonEmpty(source.fillObject(schema, { ...source, facts: contacts }));
  }
  if (isWhole || isPageItself(source, asked)) return nonEmpty(source.fillObject(schema, source));
  return isWrapping(source, key, asked) ? mostly(source.fillObject(schema, source), schema) : undefined;
}

/** `{ job: { ... } }`: all that is asked for stands in one object, which then is what the page is about. */
function isWrapping({ index, facts, root }: Source, key: string, asked: string[]): boolean {
  const keys = Object.keys(propertiesOf(resolveSchema(root, root)));
  return (
    facts === index.facts &&
    keys.length === 1 &&
    keys[0] === key &&
    !PARTS.some((part) => isThing(asked, part))
  );
}

/** What belongs to a thing, and is never all of a page. */
const PARTS = [
  'author',
  'brand',
  'address',
  'location',
  'organizer',
  'publisher',
  'price',
  'rating',
  'contact',
  'sender',
  'recipient',
  'reviewer',
  'seller',
];

/** A page that says only a little of what is asked is about something else. */
function mostly(filled: Record<string, unknown>, schema: Schema): Record<string, unknown> | undefined {
  const found = Object.keys(filled).length;
  return found > 1 && found >= Object.keys(propertiesOf(schema)).length / 2 ? filled : undefined;
}

function nestedNode({ index }: Source, asked: string[]): Record<string, unknown> | undefined {
  for (const node of index.page.nodes) {
    if (isBackground(node)) continue;
    const property = Object.entries(node).find(([name]) => nameMatch(asked, nameWords(name)) >= 0.9)?.[1];
    const inner = [property].flat().find(isObject);
    if (inner) return inner;
  }
  return undefined;
}

/** Values under a heading of that name. */
function groupedFacts({ facts }: Source, asked: string[]): Fact[] {
  return facts.filter(
    ({ context, box, node }) =>
      node === -1 && asked.length > 0 && asked.every((word) => context.has(word) || box?.has(word)),
  );
}

const CONTACTS = ['telephone', 'email', 'address', 'contact'];

/** A box of that name begins with a name, and an address looks like one. */
function boxFacts({ index, facts }: Source, asked: string[]): Fact[] {
  if (facts !== index.facts || asked.length === 0) return [];
  if (isPageItself({ index, facts } as Source, asked)) return [];
  const lines = index.page.blocks.filter(({ box = [], under, text }) => {
    const words = new Set([...box, under.at(-1) ?? ''].flatMap(nameWords));
    return asked.every((word) => words.has(word)) && text !== under.at(-1) && text.length <= 140;
  });
  const name = lines.find(({ text }) => /^\p{Lu}[^.!?:@]{2,60}$/u.test(text) && !isAddress(text))?.text;
  const address = lines.find(({ text }) => isAddress(text))?.text;
  return [
    ...(name === undefined ? [] : [plain(nameWords('name'), name, 0.5)]),
    ...(address === undefined ? [] : [plain(nameWords('address'), address, 0.5)]),
  ];
}

const GENERIC = new Set(
  [
    'product',
    'item',
    'articl',
    'page',
    'data',
    'result',
    'detail',
    'metadata',
    'meta',
    'entity',
    'info',
    'spec',
    'specification',
    'attribut',
    'dimension',
    'measurement',
    'propert',
    'stat',
    'statistic',
    'fact',
    'feature',
    'current',
    'overview',
    'summary',
    'general',
  ].flatMap((word) => [word, ...nameWords(word)]),
);

function isPageItself({ index, facts }: Source, asked: string[]): boolean {
  if (facts !== index.facts) return false;
  const types = new Set(
    index.page.nodes.filter((node) => !isBackground(node)).flatMap((node) => nameWords(typeOf(node))),
  );
  const heading = new Set(nameWords(index.page.headings.find(({ level }) => level === 1)?.text ?? ''));
  return asked.every((word) => GENERIC.has(word) || types.has(word) || heading.has(word));
}
