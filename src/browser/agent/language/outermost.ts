const END = String.raw`(?:(?:furthest|farthest|most)[\s-]+(?:(?:to|on|towards?|at)\s+the\s+)?(?<far>left|right|top|bottom|up|down)|(?<height>highest\s+up|lowest\s+down)|(?:closest|nearest)\s+(?:to\s+)?the\s+(?<edge>left|right|top|bottom)(?:\s+(?:edge|side|border|margin|end))?(?:\s+of\s+the\s+\p{L}+)?)`;
const AFTER = new RegExp(
  String.raw`^(?:the\s+|an?\s+)?(?<thing>.+?),?\s+(?:(?:that|which)\s+(?:is|lies|stands|sits)\s+)?(?:the\s+)?${END}$`,
  'iu',
);
const BEFORE = new RegExp(String.raw`^(?:the\s+)?${END}\s+(?<thing>.+)$`, 'iu');
/** What is only drawn has no amount that could be the highest. */
const DRAWN =
  /^(?:the\s+)?(?<height>highest|lowest)\s+(?<thing>(?:\p{Ll}+\s+)?(?:circle|square|rectangle|triangle|pentagon|hexagon|ellipse|dot|ball|disc|disk|shape|star))$/iu;

/** "the square that is furthest to the left", "the highest circle": the leftmost square, the topmost circle. */
export function outermost(phrase: string): string {
  const told = [AFTER, BEFORE, DRAWN].map((form) => phrase.trim().match(form)?.groups).find(Boolean);
  const end = told?.far ?? told?.edge ?? told?.height;
  return told?.thing && end ? `the ${nameOf(end.toLowerCase())}most ${told.thing}` : phrase;
}

function nameOf(end: string): string {
  if (/^(?:up|highest)/u.test(end)) return 'top';
  return /^(?:down|lowest)/u.test(end) ? 'bottom' : end;
}
