/** Says the same as a sentence does in the plain form that the rules read: what is to be done first, in the order it is done. */

/** "X should be closed" becomes "close X"; "after opening X, do Y" becomes "open X, then do Y". */
export function restate(sentence: string, verbs: ReadonlySet<string>): string {
  const plain = sentence
    .replace(/\b(find|search)\s+and\s+replace\b/giu, '$1-and-replace')
    .replace(/\b(?:copy|cut)\s+and\s+paste\b/giu, 'copy')
    .replace(
      /\s+(?:which|that)?\s*(?:is\s+)?(?:written|shown|given|found|contained|listed|displayed|printed|stated|mentioned)\s+(?:in|on|at|by|inside)\s+(?:it|there|them|that\s+\p{L}+)\b/iu,
      '',
    )
    .replace(
      /\b(?:whose|with\s+(?:a|the))\s+(?:tool ?tip|hint|caption)\s+(?:that\s+)?(?:says|reads|is|saying|reading)\s+/iu,
      'labelled ',
    );
  return inOrder(active(plain, verbs), verbs);
}

const PASSIVE =
  /^(?:only\s+)?(?!(?:you|we|i|it|there|this|make|please)\b)([^,]{2,90}?)\s+(?:should|must|shall|needs?\s+to|ha(?:s|ve)\s+to|ought\s+to|(?:is|are)\s+to)\s+(?:all\s+|both\s+)?be\s+(\p{Ll}+)\b(.*)$/iu;

function active(sentence: string, verbs: ReadonlySet<string>): string {
  const match = sentence.match(PASSIVE);
  const verb = match?.[2] && verbFrom(match[2], verbs);
  if (!match?.[1] || !verb) return sentence;
  // "... on and Sounds turned off": the same of another thing.
  const [own = '', ...others] = (match[3] ?? '').split(/,?\s+and\s+|,\s+/iu);
  const more = others.map((part) => {
    const words = part.split(' ');
    const at = words.findIndex((word, index) => index > 0 && verbFrom(word, verbs) !== null);
    const again = at > 0 && verbFrom(words[at] ?? '', verbs);
    return again && !verbs.has(words[0]?.toLowerCase() ?? '')
      ? `, then ${[again, ...words.slice(0, at), ...words.slice(at + 1)].join(' ')}`
      : ` and ${part}`;
  });
  return `${verb} ${match[1].replace(/^The\b/u, 'the')}${own}${more.join('')}`;
}

function inOrder(sentence: string, verbs: ReadonlySet<string>): string {
  const [, word = '', doing = '', rest = '', then = ''] =
    sentence.match(/^(before|after)\s+(?:you\s+(?:have\s+)?)?(\p{L}+)\b([^,]*),\s+(?:please\s+)?(.+)$/iu) ??
    [];
  const verb = doing && (verbs.has(doing.toLowerCase()) ? doing : verbFrom(doing, verbs));
  if (!verb) return sentence;
  const end = then.match(/[.!]+$/u)?.[0] ?? '';
  const act = then.slice(0, then.length - end.length);
  return /^before$/iu.test(word) ? `${act}, then ${verb}${rest}${end}` : `${verb}${rest}, then ${act}${end}`;
}

/** A later sentence that says what must come first: "You have to scroll down first." */
export function firstThingsFirst(sentences: string[]): string[] {
  const isFirst = (sentence: string, index: number) => index > 0 && FIRST.test(sentence.trim());
  const early = sentences.filter(isFirst).map((sentence) => sentence.trim().replace(FIRST, ''));
  return early.length === 0
    ? sentences
    : [...early, ...sentences.filter((sentence, index) => !isFirst(sentence, index))];
}

const FIRST = /,?\s+(?:first|beforehand|before that)[.!]*$/iu;

/** "closed", "closing" and "sent" lead back to "close" and "send". */
export function verbFrom(form: string, verbs: ReadonlySet<string>): string | null {
  const word = form.toLowerCase();
  const known = IRREGULAR[word];
  if (known !== undefined) return known;
  const root = word.match(/^(.+?)(?:ed|ing)$/u)?.[1];
  if (root === undefined) return null;
  const roots = [root, `${root}e`, root.replace(/(.)\1$/u, '$1'), root.replace(/i$/u, 'y')];
  return roots.find((candidate) => verbs.has(candidate)) ?? null;
}

const IRREGULAR: Readonly<Record<string, string>> = {
  sent: 'send',
  sending: 'send',
  set: 'set',
  put: 'put',
  chosen: 'choose',
  written: 'write',
  bought: 'buy',
  made: 'make',
  found: 'find',
  read: 'read',
  given: 'give',
  hidden: 'hide',
  paid: 'pay',
  shown: 'show',
  kept: 'keep',
};
