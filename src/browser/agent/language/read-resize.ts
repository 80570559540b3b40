import type { Intent, Resizing } from './intent.ts';
import { readTarget } from './read-target.ts';
import type { Reading } from './reading.ts';

/** "Resize the text area so that its width is larger", "make the box taller than 140 pixels, but keep its width". */
export function readResize(what: string, how: string, at: Reading): Intent | null {
  const sizes = readSizes(how);
  return sizes.length === 0
    ? null
    : { kind: 'resize', target: readTarget(what, at.tokens), sizes, source: at.source };
}

function readSizes(how: string): Resizing[] {
  return [...how.replace(KEPT, ' ').matchAll(SIZE)].map(({ groups = {} }) => ({
    axis: /^(?:width|wid|narrow|broad)/iu.test(groups.axis ?? groups.way ?? '') ? 'width' : 'height',
    isMore: !/^(?:smaller|less|lower|narrower|shorter|under|below|at most)/iu.test(
      groups.way ?? groups.than ?? '',
    ),
    than: groups.length === undefined ? null : Number(groups.length),
  }));
}

/** What is said of the side that stays as it is. */
const KEPT =
  /\b(?:without\s+changing|(?:do\s+not|don['’]t)\s+change|(?:keep|keeping|leave|leaving))\s+(?:its|the)\s+(?:width|height)(?:\s+(?:the\s+same|unchanged|as\s+(?:it\s+)?(?:is|was)|alone))?/giu;
const SIZE =
  /\b(?:(?<axis>width|height)\s+(?:is|gets|becomes|to\s+be)?\s*(?:made\s+)?(?<than>more|greater|larger|bigger|over|above|at\s+least|smaller|less|lower|under|below|at\s+most)|(?<way>wider|broader|narrower|taller|higher|shorter))(?:(?:\s+than)?\s+(?<length>\d{2,4}))?/giu;
