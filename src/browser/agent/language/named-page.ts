import { normalize } from './words.ts';

/** A thing with a page of its own, in which the rest of a task is to be done. */
export interface NamedPage {
  name: string;
  /** What sort of thing it is: "board". */
  kind: string;
  /** What is to be done there. */
  rest: string;
}

/** What sites keep on pages of their own, many of a kind. */
const KIND =
  '(?:board|project|topic|thread|discussion|conversation|channel|forum|group|team|space|workspace|repository|repo|course|class|album|playlist|event|campaign|ticket|issue|case|notebook|recipe|article|page|sprint|room|club|department|category)';
const QUOTED = '["“][^"”]{2,80}["”]';
/** Written with a capital, with whatever stands between it and the end of the name. */
const NAME = String.raw`${QUOTED}|(?-i:\p{Lu})[\p{L}\p{N}&'’ -]{1,60}?`;
const THING = String.raw`(?:the|my|our)\s+(?:(?<first>${KIND})\s+(?:called\s+|named\s+|titled\s+)?(?<after>${NAME})|(?<before>${NAME})\s+(?<last>${KIND}))`;
const VERB = String.raw`\p{Ll}{2,}\s`;

const FORMS: readonly RegExp[] = [
  // "On the board X, move the card Y to Done."
  new RegExp(
    String.raw`^(?:please\s+)?(?:in|on|at|under|within|for)\s+${THING}(?:[,:]\s*|\s+(?:please\s+)?)(?<rest>${VERB}.+)$`,
    'u',
  ),
  // "Open the board X and move the card Y to Done."
  new RegExp(
    String.raw`^(?:please\s+)?(?:open|go to|visit|find)\s+${THING}(?:,?\s+(?:and|then|and then)\s+)(?<rest>${VERB}.+)$`,
    'iu',
  ),
  // "Move the card Y on the board X to Done."
  new RegExp(
    String.raw`^(?<rest>${VERB}.+?)\s+(?:in|on|of|from)\s+${THING}(?<more>\s+(?:to|as|for|with|by)\s.+|[.!]?)$`,
    'iu',
  ),
];
/** "Reply to the topic X: ..." */
const SAYING = new RegExp(
  String.raw`^(?:please\s+)?(?<verb>reply|respond|answer|comment|post)\s+(?:to|on|in|under)\s+${THING}\s*(?:[:,]|\s+(?:with|saying|that))\s*(?<said>.+)$`,
  'u',
);

/** Null for a task that names no such place. */
export function readNamedPage(task: string): NamedPage | null {
  const plain = task.trim();
  // A task of several sentences speaks of more than one place, or of none.
  if (/[.!?]\s+\S/u.test(plain.replace(new RegExp(QUOTED, 'gu'), ''))) return null;
  const said = decapitalised(plain).match(SAYING)?.groups;
  if (said) return placeOf(said, `${said.verb} "${unquoted(said.said ?? '').replace(/[.]$/u, '')}"`);
  for (const form of FORMS) {
    const groups = decapitalised(plain).match(form)?.groups;
    if (groups) return placeOf(groups, `${groups.rest}${groups.more ?? ''}`);
  }
  return null;
}

function placeOf(
  { after, before, first, last }: Record<string, string | undefined>,
  rest: string,
): NamedPage | null {
  const name = unquoted(after ?? before ?? '');
  return normalize(name).length < 3 ? null : { name, kind: first ?? last ?? '', rest };
}

/** The first word of a sentence is no name. */
function decapitalised(text: string): string {
  return text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

function unquoted(text: string): string {
  return text.trim().replace(/^["“](.*)["”]$/u, '$1');
}
