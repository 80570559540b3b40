import type { Intent } from './intent.ts';
import { readTarget } from './read-target.ts';
import type { Reading } from './reading.ts';

/** "Take a full-page screenshot": the words of the act, as the beginning of a pattern. */
export const PICTURE_ACT = String.raw`(?:take|make|capture|grab|create|get|give|return|send|save|produce|provide|show)\s+(?:me\s+)?(?:(?:an?|the|one)\s+)?(?:\p{L}+(?:-\p{L}+)?\s+){0,2}screen[- ]?(?:shot|capture|grab)s?`;

/** "Take a screenshot of the price table", "screenshot the page". */
export const PICTURE = new RegExp(
  String.raw`^${PICTURE_ACT}(?:\s+(?:of|from|showing|with)\s+(.+))?$|^screen-?shot\s+(.+)$`,
  'iu',
);

const OF_PAGE =
  /^(?:it|this|that|.*\b(?:page|homepage|site|web ?site|screen|window|results?|view|browser|url))$|^$/iu;
const WHOLE = /\b(?:full|whole|entire|complete)(?:[- ](?:size|length|height))?(?:[- ]page)?\b/iu;

/** The picture itself is taken when all is done; what it shall show is brought into view. */
export function readPicture(of: string, at: Reading): Intent {
  const target = OF_PAGE.test(of.trim()) ? null : readTarget(of, at.tokens);
  return { kind: 'picture', target, isWhole: WHOLE.test(at.text), source: at.source };
}
