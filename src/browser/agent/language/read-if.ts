import { readCondition } from './condition.ts';
import type { Intent } from './intent.ts';
import { restore, restoreQuoted } from './protect.ts';
import type { Tokens } from './reading.ts';

const IF =
  /(?:^|(?<=[.;]\s+))if\s+(?<condition>[^.;]+?)(?:\s*,\s*(?:then\s+)?|\s+then\s+|\s+(?=(?:click|press|tap|hit|select|choose|pick|type|enter|check|tick|submit|open)\b))(?<then>[^.;]+?)(?:(?:\s*[,;.]\s*|\s+)(?:or\s+)?(?:otherwise|else|if not)\b,?\s*(?<other>[^.;]+?))?(?=\.?$|[.;]\s)/iu;
const AFTER =
  /(?:^|(?<=[.;]\s+))(?<then>(?!if\b|check\b|tell\b|see\b|say\b|find out\b|report\b|what\b|let\b)[^.;]+?)\s*,?\s+(?:but\s+)?(?:only\s+)?(?<word>if|unless)\s+(?<condition>[^.;,]+?)(?:\s*[,;.]\s*(?:in (?:that|which) case|if so|or else|otherwise|else|if not)\b,?\s*(?<other>[^.;]+?))?(?=\.?$|[.;]\s)/iu;

interface Fork {
  before: string;
  after: string;
  intent: Intent;
}

/** "If the total is over 50, press A, otherwise press B"; "press A unless ...; in that case B". */
export function readFork(text: string, tokens: Tokens, read: (text: string) => Intent[]): Fork | null {
  const match = IF.exec(text) ?? AFTER.exec(text);
  const { condition = '', then = '', other = '', word = 'if' } = match?.groups ?? {};
  const wanted = readCondition(restore(condition, tokens));
  if (!match || !wanted) return null;
  const [one, two] = [branch(then, read), branch(other, read)];
  if (one.length === 0) return null;
  const isUnless = word.toLowerCase() === 'unless';
  return {
    before: text.slice(0, match.index),
    after: text.slice(match.index + match[0].length).replace(/^[.;\s]+/u, ''),
    intent: {
      kind: 'if',
      condition: wanted,
      whenTrue: isUnless ? two : one,
      whenFalse: isUnless ? one : two,
      source: restoreQuoted(match[0], tokens),
    },
  };
}

/** "otherwise Reject": a name alone wants to be pressed. */
function branch(text: string, read: (text: string) => Intent[]): Intent[] {
  if (text.trim() === '') return [];
  const intents = read(text);
  return intents.length > 0 ? intents : read(`click ${text}`);
}
