import { readCondition } from './condition.ts';
import type { Intent } from './intent.ts';
import { restore, soleToken, valueSaid } from './protect.ts';
import { listOf, ownedBy, readTick } from './read-choose.ts';
import { readTarget, strip } from './read-target.ts';
import type { Reading } from './reading.ts';
import { COLOURS } from './target-words.ts';
import { readCount } from './words.ts';

/** "all the red circles", "every shade of blue"; null when nothing but a name tells them. */
export function readEach(rest: string, at: Reading): Intent | Intent[] | null {
  const shade = rest.match(new RegExp(`^(?:\\w+\\s+)?shades?\\s+of\\s+(${COLOURS})\\b`, 'iu'))?.[1];
  if (shade)
    return {
      kind: 'each',
      target: { ...readTarget('', []), colour: shade.toLowerCase().replace('gray', 'grey') },
      isShade: true,
      ...ALL,
      source: at.source,
    };
  const isPress = /^(?:click|tap|press)/iu.test(at.text);
  // "Mark all ... as done" says what becomes of them.
  if (/^mark\b.*\sas\s+\p{L}+$/iu.test(at.text)) return null;
  const target = readTarget(isPress ? rest : ownedBy(rest), at.tokens);
  const isTick = target.restrictions.length > 0 || /\bbox(?:es)?\s+(?:except|but|apart|other)\b/iu.test(rest);
  if (!isPress && isTick) return readTick(`all ${rest}`, true, at);
  return target.colour || target.shape || (isPress && target.kind)
    ? { kind: 'each', target, isShade: false, ...ALL, source: at.source }
    : null;
}

const ALL = { order: 'page', limit: Number.POSITIVE_INFINITY } as const;

/** "the numbers in ascending order". */
export function readInOrder(rest: string, order: string, at: Reading): Extract<Intent, { kind: 'each' }> {
  const target = readTarget(rest.replace(/^all\s+/iu, ''), at.tokens);
  const isDown = /^(?:desc|decr|reverse)/iu.test(order);
  return { kind: 'each', target, isShade: false, ...ALL, order: isDown ? 'down' : 'up', source: at.source };
}

/** "the Like button on all posts by @ann", "... on 2 posts by @ann". */
export function readOnEach(what: string, count: string, owner: string, at: Reading): Intent {
  const target = { ...readTarget(what, at.tokens), near: strip(restore(owner, at.tokens)) };
  const limit = readCount(count) ?? ALL.limit;
  return { kind: 'each', target, isShade: false, order: 'page', limit, source: at.source };
}

/** "Press Generate until the number is even", "generate a number greater than 5". */
export function readUntil(pressed: string, until: string, at: Reading): Intent | null {
  const condition = readCondition(restore(until, at.tokens));
  return condition
    ? { kind: 'until', target: readTarget(pressed, at.tokens), condition, source: at.source }
    : null;
}

/** "Buy X when the price is below 50": only what can be measured is waited for. */
export function readWhen(doing: string, when: string, at: Reading): Intent | null {
  const condition = readCondition(restore(when, at.tokens));
  const isAsking = /^(?:tell|what|how|which|who|is|are|report|let|show|find|list|wait|say)\b/iu.test(doing);
  // "when done", "once ready": only what the page is to say can be waited for.
  const isVague =
    condition?.kind === 'says' && !/\b(?:says?|shows?|reads?|appears?|displays?)\b/iu.test(when);
  if (!condition || isVague || isAsking) return null;
  const press = doing.match(/^(?:click|press|tap|hit|push)\s+(?:on\s+)?(.+)$/iu)?.[1];
  const target = readTarget(press ?? doing.split(/\s/u)[0] ?? '', at.tokens);
  return { kind: 'when', target, condition, source: at.source };
}

/** "Press the button that matches the number of sides": worked out, then pressed. */
export function readAnswered(phrase: string, at: Reading): Intent[] {
  return [
    { kind: 'solve', phrase: restore(phrase, at.tokens), source: at.source },
    { kind: 'click', target: { ...readTarget('', []), text: 'answer' }, times: 1, source: at.source },
  ];
}

/** "Drag the handle until it reads 40", "make the number 7": a control that has a value. */
export function readLevel(what: string, value: string, at: Reading): Intent {
  const words = `${at.means} ${what}`;
  const isSpinner = /\b(?:spinner|stepper|arrows?|number|counter|buttons?)\b/iu.test(words);
  const field = strip(restore(what, at.tokens)).replace(GRIPS, ' ').trim();
  return {
    kind: 'set',
    pairs: [{ field, value }],
    hint: isSpinner ? 'spinner' : 'slider',
    source: at.source,
  };
}

const GRIPS =
  /\b(?:sliders?|handle|thumb|knob|dial|bar|divider|splitter|spinner|stepper|number|counter|value|arrows?)\b/giu;

/** "Draw a line from the red dot to the blue one", "connect A with B". */
export function readLink(from: string, to: string, at: Reading): Intent | null {
  // "Join the newsletter with ann@example.org": nothing that lines lead to.
  if ([...to].some((sign) => soleToken(sign, at.tokens)?.kind === 'email')) return null;
  const [one, other] = [readTarget(from, at.tokens), readTarget(to, at.tokens)];
  // "the blue and the green circle": the noun stands once.
  const start = one.shape || one.text ? one : { ...one, shape: other.shape };
  return { kind: 'drag', from: start, to: other, isAll: false, source: at.source };
}

/** "Increase the volume by 3". */
export function readStep(verb: string, field: string, count: string, at: Reading): Intent | null {
  const by = readCount(count);
  if (by === null) return null;
  const isUp = /^(?:increase|raise|turn up)/iu.test(verb);
  return { kind: 'step', field: strip(restore(field, at.tokens)), by: isUp ? by : -by, source: at.source };
}

/** "Give it 4 stars", "rate the lamp 3 out of 5". */
export function readRate(rest: string, at: Reading): Intent | Intent[] | null {
  const parts = rest.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu);
  const each = parts.length > 1 ? parts.map((part) => readRate(part, at)) : [];
  if (each.length > 0 && each.every((one) => one !== null)) return each.flat();
  const match = rest.match(
    /^(.*?)\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)(?:\s*(?:out of|\/|of)\s*(?:\d+|five|ten))?(?:[\s-]*(?:stars?|hearts?|points?|dots?)\b|\s*$)/iu,
  );
  const stars = match?.[2] ? readCount(match[2]) : null;
  const isStated = /\b(?:stars?|hearts?|points)\b/iu.test(rest) || /^rate\b/iu.test(at.text);
  // "Choose a hotel with 4 stars" is about the hotel.
  const isPicking = /^(?:set|select|choose|pick)\b/iu.test(at.text);
  const isOther = isPicking && !/^(?:the\s+|an?\s+)?(?:rating\s+(?:of|to)\s+)?$/iu.test(match?.[1] ?? '');
  if (!match || stars === null || !isStated || isOther) return null;
  const after = rest.slice(match[0].length).match(/^\s*(?:rating\s+)?(?:to|for)\s+(.+)$/iu)?.[1] ?? '';
  const review = rest
    .slice(match[0].length)
    .match(/^\s*(?:rating|review)\b\s*(?:with|saying|titled|called|:|,)/iu);
  if (review)
    return [
      { kind: 'rate', stars, of: '', source: at.source },
      { kind: 'fill', verb: 'post', source: at.source },
    ];
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
  const isElsewhere = /^to\s|\b(?:to|in|into|on)\s+(?:the|my|your|this)\b/iu.test(told ?? '');
  return values.length === 0 || isElsewhere
    ? null
    : { kind: 'add', values, place: told ? '' : strip(listed?.[2] ?? ''), source: at.source };
}

/** "Make sure the light in the hall is on": a state, whatever it is now. */
export function readEnsure(rest: string, at: Reading): Intent | Intent[] | null {
  const state = rest.match(
    /^(?:that\s+)?(.+?)\s+(?:is|are|stays?|remains?|gets?)\s+(?:(?:turned|switched|toggled)\s+)?(not\s+)?(on|off|checked|ticked|unchecked|unticked|selected|unselected|enabled|disabled|active|inactive|lit|done)$/iu,
  );
  if (state?.[1] && state[3]) {
    const isOn = !/^(?:off|un|disabled|inactive)/iu.test(state[3]);
    return readTick(state[1], state[2] ? !isOn : isOn, at);
  }
  const pair = rest.match(
    /^(?:that\s+)?(?!(?:you|it|there|this|everything|nothing)\b)(.+?)\s+(?:is|are)\s+(set\s+to\s+.+|[\p{Lu}\p{N}\ue000-\uf8ff-].*)$/u,
  );
  return pair?.[1] && pair[2]
    ? {
        kind: 'set',
        pairs: [
          {
            field: strip(restore(pair[1], at.tokens)),
            value: valueSaid(pair[2].replace(/^set\s+to\s+/iu, ''), at.tokens, strip),
          },
        ],
        hint: null,
        source: at.source,
      }
    : null;
}
