const COUNTS = String.raw`\d{1,2}(?:st|nd|rd|th)|second|third|fourth|fifth|sixth`;

/** How people count from the end, each with what is counted in the group called so. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:the\s+)?(?:next[- ]to[- ]last|penultimate|last[- ]but[- ]one|(?:one|item)\s+before\s+(?:the\s+)?last)(?:\s+(?<what>\S.*))?$/iu,
    '2nd',
  ],
  [/^(?:the\s+)?last[- ]but[- ]two(?:\s+(?<what>\S.*))?$/iu, '3rd'],
  [
    /^(?:the\s+)?(?<what>\S.*?)\s+(?:right\s+|just\s+)?before\s+(?:the\s+)?last(?:\s+(?:one|\k<what>))?$/iu,
    '2nd',
  ],
  [
    new RegExp(
      `^(?:the\\s+)?(?<count>${COUNTS})(?:[- ]from|[- ]to)?(?:[- ]the)?[- ]last(?:\\s+(?<what>\\S.*))?$`,
      'iu',
    ),
    '',
  ],
  [
    new RegExp(
      `^(?:the\\s+)?(?<count>${COUNTS})\\s+(?<what>\\S.*?)\\s+(?:from|before)\\s+(?:the\\s+)?last(?:\\s+one)?$`,
      'iu',
    ),
    '',
  ],
];

/** "The name before the last one", "the third to last row": the 2nd name, the third row from the end. */
export function countFromEnd(phrase: string): string {
  for (const [pattern, nth] of WAYS) {
    const { what = 'one', count = nth } = phrase.match(pattern)?.groups ?? {};
    if (pattern.test(phrase)) return `the ${count} ${what} from the end`;
  }
  return phrase;
}
