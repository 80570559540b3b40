/**
 * What is said besides an order, mostly in brackets: how exactly, by which menu, that nothing else is meant. The order
 * stays, without words that no value, name or field has.
 */
export function remarks(text: string): string {
  return REMARKS.reduce((said, [look, order]) => said.replace(look, order), text);
}

const NAMES = '(?:"[^"]+"|“[^”]+”|[^.;:()"“])+?';
const END = String.raw`(?=\s*(?:[.,;!)]|$)|\s+(?:and|then)\b)`;
const THOSE = String.raw`(?:that|this|those|these|it|them)(?:\s+(?:one|ones|two|three|four|five|box|boxes|item|items|option|options))?`;
const ONLY = String.raw`(?:and\s+)?(?:(?:only|just)\s+${THOSE}|nothing\s+(?:else|more)|no\s+(?:others?|more))`;
const UNIT = String.raw`\s*(?:px|pixels?|%|percent|points?|minutes?|seconds?|°|degrees?)?`;

const REMARKS: readonly (readonly [RegExp, string])[] = [
  // "Select A and B (and only those)", "tick A, nothing else".
  [
    new RegExp(
      String.raw`\b(select|choose|pick|tick|check|mark|enable|click)\s+(?!only\b|just\b)(${NAMES})\s*(?:\(${ONLY}\)|,\s+${ONLY}${END}|\s+and\s+nothing\s+else${END})`,
      'giu',
    ),
    '$1 only $2',
  ],
  [new RegExp(String.raw`,\s+(?:and\s+)?(?:only|just)\s+(?:that|this)\s+(?:word|part|one)${END}`, 'giu'), ''],
  // By a menu that has a name: an entry of it, or the place where something is set.
  [
    new RegExp(
      String.raw`\b((?:[Cc]lick|[Cc]hoose|[Ss]elect|[Pp]ick|[Pp]ress|[Oo]pen)\s+(?:${NAMES}))\s+\(?(?:via|through|using)\s+the\s+(\p{Lu}[\p{L}&]*)\s+menu\)?${END}`,
      'gu',
    ),
    '$1 in the $2 menu',
  ],
  [
    new RegExp(
      String.raw`\s+\(?(?:via|through|using|with\s+the\s+help\s+of|by\s+(?:using|opening))\s+(?:the|its|his|her|their)\s+(?!context\b|right)(?:[\p{L}&]+\s+)?(?:menu|menu\s?bar|tool\s?bar)(?:\s+(?:next\s+to|beside|by|at|behind|of|in)\s+[^.,;()]{2,40}?)?\)?${END}`,
      'giu',
    ),
    '',
  ],
  [
    /\b((?:set|change|adjust|switch)\s[^.;()"“]{2,60}?)\s+\((?:in|under|from|see)\s+the\s+[\p{L}&]+\s+menu\)/giu,
    '$1',
  ],
  // How exactly: "(within 10 px)", "give or take 10", "10 pixels more or less is fine."
  [
    /\s*,?\s*\((?:to\s+)?(?:within|±|\+\/-|give\s+or\s+take|plus\s+or\s+minus|roughly|approximately|more\s+or\s+less)[^()]*\)/giu,
    '',
  ],
  [
    new RegExp(
      String.raw`,\s+(?:(?:also\s+)?(?:give\s+or\s+take|plus\s+or\s+minus|to\s+within)|±|\+\/-)\s*\d+${UNIT}${END}`,
      'giu',
    ),
    '',
  ],
  [
    /(?<=[.!;]\s+)[^.!;"“]{0,40}\b(?:more\s+or\s+less|either\s+way|give\s+or\s+take|tolerance)\b[^.!;"“]*\b(?:fine|ok(?:ay)?|enough|allowed|acceptable)\b[.!]?\s*/giu,
    '',
  ],
  [
    /(?<=[.!;]\s+)(?:the|its)\s+(?:\p{Ll}+\s+)?(?:width|height|size|position|rest|others?)\s+(?:should|must|shall|may|has\s+to)\s+(?:stay|remain)\b[^.!;"“]*[.!]?\s*/giu,
    '',
  ],
  // Which clock a time is of, and which length comes first.
  [
    /\s*\((?:in\s+)?(?:(?:24|12)[\s-]?h(?:ours?|rs?)?\b[^()]*|24[\s-]hour[^()]*|local\s+time|military\s+time)\)/giu,
    '',
  ],
  [/\s*\((?:width|w)\s*(?:×|x|by)\s*(?:height|h)\)/giu, ''],
  // A sentence of its own says how things are.
  [/(?<=[.!?])\s*\((?:The|These|This|There|Each|All|Every|Some|Both|It|They|You)\s[^()"“:=]{4,160}\)/gu, ''],
];
