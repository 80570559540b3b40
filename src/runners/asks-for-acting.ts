/** Whether a task wants something done on a page, which only a browser can do. Questions never do. */
export function asksForActing(goal: string, steps: string[]): boolean {
  return [goal, ...steps].some((text) => ACT.test(text));
}

const ACT = new RegExp(
  '(?:^|[.;,:!]\\s*|\\b(?:and|then|to)\\s+)(?:please\\s+|first\\s+)?(?:' +
    [
      'click|press the|tap|hover|scroll|drag|tick|untick|uncheck|toggle',
      'log ?in\\b|sign ?in\\b|log ?out|sign ?out|sign ?up|register (?:for|an?|with)|subscribe to',
      'type ["“]|type in|enter ["“]|fill (?:in|out)|submit (?:the|a)',
      'add .{1,80} to (?:the |my |your )?(?:shopping )?(?:cart|basket|bag|wish ?list)',
      'buy|purchase|place an order|check ?out\\b|book (?:a|an|the)|reserve (?:a|an|the)|upload',
      'search (?:for )?["“]|search the (?:site|shop|store|catalogu?e)|use the search',
      'choose .{1,60} (?:in|from) the (?:drop|list|menu)|select .{1,60} (?:in|from) the (?:drop|list|menu)',
    ].join('|') +
    ')',
  'i',
);
