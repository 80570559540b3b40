import { deedSaid } from './item-deed.ts';
import { described } from './read-choose.ts';
import { type Restriction, takeRestrictions } from './restrictions.ts';
import { wordsOf } from './words.ts';

/** Something to be done to several entries of a list. */
export interface ManyDeed {
  /** What their control does, as of one entry. */
  deed: string;
  /** What each is called, where the task lists them. */
  names: string[];
  /** Whom or what all that are meant come from or belong to: "all the emails from Ann". */
  of: string | null;
  restrictions: Restriction[];
  /** What they are called together: "viewers", "unpaid invoices". */
  kind: string[];
  /** Where they go. */
  value: string | null;
}

const ALL = /^(?:all|every|each)(?:\s+of)?(?:\s+(?:the|my|our|your|these))?\s+(.+)$|^everything\s+(.+)$/iu;
const OF =
  /^(.*?)\s*\b(?:from|by|sent\s+by|written\s+by|made\s+by|assigned\s+to|belonging\s+to)\s+(?:the\s+)?(\S.*)$/iu;

/** Where they stand tells none from another. */
const WHERE =
  /\s+(?:in|on|from)\s+(?:the|my|our|your|this)\s+(?:inbox|mailbox|list|table|page|board|calendar|feed)$/iu;

/** Null for what is not one deed on several things. */
export function readManyDeed(task: string): ManyDeed | null {
  const said = deedSaid(task);
  if (!said) return null;
  const { deed, object, value, quoted } = said;
  if (quoted.length > 1) {
    const rest = wordsOf(object.replace(/[\ue000-\uf8ff]/gu, ' ')).filter((word) => !LISTING.has(word));
    return rest.length > 2 ? null : { deed, names: quoted, of: null, restrictions: [], kind: [], value };
  }
  const several = object.match(ALL);
  if (!several || quoted.length > 0) return null;
  const listed = (several[1] ?? several[2] ?? '').replace(WHERE, '');
  const taken = takeRestrictions(described(`all ${listed}`));
  const rest = taken.rest.replace(/^all\s+/iu, '');
  const [, kind = rest, of = null] = rest.match(OF) ?? [];
  if (of === null && taken.restrictions.length === 0) return null;
  return { deed, names: [], of, restrictions: taken.restrictions, kind: wordsOf(kind), value };
}

const LISTING = new Set(['the', 'and', 'both', 'my', 'of', 'these', 'two', 'three', 'four', 'five', 'also']);
