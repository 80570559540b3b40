import type { Intent } from './intent.ts';
import { restore } from './protect.ts';
import { listOf, readTick } from './read-choose.ts';
import { COLOURS, readTarget, strip } from './read-target.ts';
import type { Reading } from './reading.ts';
import { readCount } from './words.ts';

/** "all the red circles", "every shade of blue"; null when nothing but a name tells them. */
export function readEach(rest: string, at: Reading): Intent | null {
  const shade = rest.match(new RegExp(`^(?:\\w+\\s+)?shades?\\s+of\\s+(${COLOURS})\\b`, 'iu'))?.[1];
  if (shade)
    return {
      kind: 'each',
      target: { ...readTarget('', []), colour: shade.toLowerCase().replace('gray', 'grey') },
      isShade: true,
      source: at.source,
    };
  const target = readTarget(rest, at.tokens);
  const isPress = /^(?:click|tap|press)/iu.test(at.text);
  return target.colour || target.shape || (isPress && target.kind)
    ? { kind: 'each', target, isShade: false, source: at.source }
    : null;
}

/** "Give it 4 stars", "rate the lamp 3 out of 5". */
export function readRate(rest: string, at: Reading): Intent | null {
  const match = rest.match(
    /^(.*?)\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)(?:\s*(?:out of|\/|of)\s*(?:\d+|five|ten))?(?:[\s-]*stars?\b|\s*$)/iu,
  );
  const stars = match?.[2] ? readCount(match[2]) : null;
  const isStated = /\bstars?\b/iu.test(rest) || /^rate\b/iu.test(at.text);
  if (!match || stars === null || !isStated) return null;
  const after = rest.slice(match[0].length).match(/^\s*(?:rating\s+)?(?:to|for)\s+(.+)$/iu)?.[1] ?? '';
  const of = strip(restore(after || (match[1] ?? ''), at.tokens)).replace(/\s+(?:with|at|as)$/iu, '');
  return { kind: 'rate', stars, of: /^(?:it|them|a|this|that)$/iu.test(of) ? '' : of, source: at.source };
}

const ENTRIES =
  '(?:items?|tasks?|to-?dos?|entr(?:y|ies)|names?|tags?|things?|words?|notes?|labels?|guests?|people|products?|chores?)';

/** "Add three items to the list: a, b and c", "add milk and eggs to the shopping list", "add a task called X". */
export function readAdd(rest: string, at: Reading): Intent | null {
  const told =
    rest.match(new RegExp(`^(?:[^:]*\\b${ENTRIES}\\b[^:]*|[^:]*\\blist\\b[^:]*):\\s*(.+)$`, 'iu'))?.[1] ??
    rest.match(
      new RegExp(
        `^(?:an?|the|these|the following)\\s+(?:new\\s+|following\\s+)?${ENTRIES}\\s+(?:called\\s+|named\\s+|titled\\s+)?(.+?)(?:\\s+to\\s+(?:the|my|your)\\s+[^,]*\\blist)?$`,
        'iu',
      ),
    )?.[1];
  const listed = rest.match(/^(.+?)\s+to\s+(?:the|my|your)\s+((?:\p{L}+[\s-]+){0,2}lists?)$/iu);
  const values = listOf(told ?? listed?.[1] ?? '', at.tokens);
  return values.length === 0 || /^to\s/iu.test(told ?? '')
    ? null
    : { kind: 'add', values, place: told ? '' : strip(listed?.[2] ?? ''), source: at.source };
}

/** "Make sure the light in the hall is on": a state, whatever it is now. */
export function readEnsure(rest: string, at: Reading): Intent | null {
  const state = rest.match(
    /^(?:that\s+)?(.+?)\s+(?:is|are|stays?|remains?|gets?)\s+(?:(?:turned|switched|toggled)\s+)?(not\s+)?(on|off|checked|ticked|unchecked|unticked|selected|unselected|enabled|disabled|active|inactive|lit|done)$/iu,
  );
  if (state?.[1] && state[3]) {
    const isOn = !/^(?:off|un|disabled|inactive)/iu.test(state[3]);
    return readTick(state[1], state[2] ? !isOn : isOn, at);
  }
  const pair = rest.match(/^(?:that\s+)?(.+?)\s+(?:is|are)\s+(?:set\s+to\s+)?(.+)$/iu);
  return pair?.[1] && pair[2]
    ? {
        kind: 'set',
        pairs: [{ field: strip(restore(pair[1], at.tokens)), value: strip(restore(pair[2], at.tokens)) }],
        hint: null,
        source: at.source,
      }
    : null;
}
