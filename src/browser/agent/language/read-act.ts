import type { Act, Intent } from './intent.ts';
import { restore, restoreQuoted } from './protect.ts';
import { readTick } from './read-choose.ts';
import { readLevel } from './read-skill.ts';
import { plainTimes, readTarget, strip } from './read-target.ts';
import type { Reading } from './reading.ts';
import { takeRestrictions } from './restrictions.ts';
import { CARTS, normalize, readCount } from './words.ts';

export function readAct(at: Reading): Intent | Intent[] {
  // "Add lamp and chair to the cart": the same with each.
  const several = at.text
    .replace(/^(\p{L}+)\s+the\s+\p{Ll}+s\s+(?=\S+(?:,\s|\s+and\s))/iu, '$1 ')
    .match(
      /^(add|remove|delete|archive|star|like|buy|order|follow|unfollow|block|mute|invite)\s+(\S+(?:\s\S+)?(?:,\s+\S+(?:\s\S+)?)*,?\s+and\s+\S+(?:\s\S+)?)(\s+(?:to|from)\s+(?:the|my|your)\s.+)?$/iu,
    );
  const names = several?.[2]?.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu) ?? [];
  return several && names.every((name) => !/^\d|\b(?:to|with|for|from|it)\b/iu.test(name))
    ? names.map((name) => readOneAct({ ...at, text: `${several[1]} ${name}${several[3] ?? ''}` }))
    : readOneAct(at);
}

const PLACE_OF_THINGS = new RegExp(
  String.raw`\s+(?:(?:in)?to\s+${CARTS}|from\s+(?:${CARTS}|(?:the|my|your)\s+(?:\p{L}+\s)?(?:list|inbox|order)))$`,
  'iu',
);

/** "Save the changes": says nothing of which. */
const GENERAL =
  /^(?:the|my|your|all|these|this|those)\s+(?:changes?|settings?|selections?|choices?|edits?|updates?|preferences)$/iu;

export function readOneAct(at: Reading): Act {
  const [, verb = '', said = ''] = at.text.match(/^(\S+)\s*(.*)$/su) ?? [];
  const rest = /^(?:save|apply|submit|confirm|keep)$/iu.test(verb) && GENERAL.test(said) ? '' : said;
  const whole = rest.replace(PLACE_OF_THINGS, '');
  const object = readTarget(whole.replace(/^(?:to|with|for)\s+/iu, ''), at.tokens);
  if (at.about !== '') object.near ??= restore(at.about, at.tokens);
  return {
    kind: 'act',
    verb: normalize(verb),
    object,
    phrase: restoreQuoted(takeRestrictions(plainTimes(rest, at.tokens)).rest, at.tokens),
    source: at.source,
  };
}

export function readClick(rest: string, at: Reading, times: number): Intent | Intent[] {
  const words = rest.match(
    /^(.+?)\s+(\d+|once|twice|two|three|four|five|six|seven|eight|nine|ten)(?:\s+times)?$/iu,
  );
  const isCounted = words !== null && /times|twice|once/iu.test(rest);
  const count = isCounted ? (readCount(words[2] ?? '') ?? 1) : times;
  const counted = isCounted ? (words[1] ?? rest) : rest;
  // "Delete all, not Delete": what is not meant needs no looking for.
  const phrase = counted.replace(/(?:,|\s+and|\s+but)\s+not\s+(?:on\s+)?[^,]+$/iu, '');
  // "Click ALPHA and BETA"
  const several = phrase.match(
    /^(?:the\s+)?(?:buttons?\s+|links?\s+)?([\ue000-\uf8ff])(?:\s*,\s*[\ue000-\uf8ff])*\s*(?:,|and)\s*[\ue000-\uf8ff](?:\s+(?:buttons|links))?$/iu,
  );
  if (several) {
    return [...phrase.matchAll(/[\ue000-\uf8ff]/gu)].map(([mark]) => ({
      kind: 'click',
      target: readTarget(mark, at.tokens),
      times: 1,
      source: at.source,
    }));
  }
  const inMenu = at.about === '' ? null : phrase.match(IN_MENU);
  if (inMenu?.[1] && inMenu[2]) {
    const menu = {
      ...readTarget(inMenu[2], at.tokens),
      kind: 'list' as const,
      near: restore(at.about, at.tokens),
    };
    const item = readTarget(inMenu[1], at.tokens);
    return [
      { kind: 'open', target: menu, source: at.source },
      { kind: 'click', target: { ...item, kind: null }, times: 1, source: at.source },
    ];
  }
  const target = readTarget(
    phrase.replace(
      /\s+(?:when|once|after(?!\s+(?:[\ue000-\uf8ff]|\d\S*|noon|midday)$)|if|while)\s+.*$/iu,
      '',
    ),
    at.tokens,
  );
  if (at.about !== '') target.near ??= restore(at.about, at.tokens);
  return { kind: 'click', target, times: count, source: at.source };
}

/** "Block in the More menu", said of one of several things: its menu is opened first. */
const IN_MENU =
  /^(?:the\s+)?(.+?)(?:\s+(?:item|option|entry|command|action))?\s+(?:of|in|from|under|on)\s+(?:the\s+)?([\ue000-\uf8ff]|[\p{L} ]{2,30}?)\s+(?:drop-?down\s+)?menu$/iu;

export function readLogin(rest: string, at: Reading): Intent {
  const text = rest.trim();
  const value = '([\\ue000-\\uf8ff]|[^\\s,;]+)';
  const pick = (pattern: string) =>
    restore(text.match(new RegExp(pattern, 'iu'))?.[1] ?? '', at.tokens).replace(/[.,;]+$/u, '');
  const password = pick(`\\b(?:password|passphrase|pass(?:word)?|pwd)\\b\\s*(?:is|of|:|=|as)?\\s*${value}`);
  const username =
    pick(
      `\\b(?:user ?-?name|user(?: ?id)?|login|e-?mail(?: address)?|account(?: name)?|name)\\b\\s*(?:is|of|:|=|as)?\\s*${value}`,
    ) || pick(`\\bas\\s+(?:the\\s+user\\s+|user\\s+)?${value}`);
  const pair = !username && !password ? text.match(/\b(?:with|using)\s+([^\s/]+)\s*\/\s*(\S+)/iu) : null;
  return {
    kind: 'login',
    username: username || restore(pair?.[1] ?? '', at.tokens),
    password: password || restore(pair?.[2] ?? '', at.tokens),
    source: at.source,
  };
}

/** "through the list to Ann Lee", "until Ann Lee appears": what is scrolled to has a name. */
const SCROLLED_TO = [
  /\bto\s+(?!(?:the\s+)?(?:very\s+)?(?:top|bottom|end|start|beginning|left|right)\b)((?:the\s+(?:\p{Ll}+\s+){0,3})?[\p{Lu}\p{N}\ue000-\uf8ff].*)$/u,
  /\b(?:until|till)\s+((?:the\s+(?:\p{Ll}+\s+){0,3})?[\p{Lu}\p{N}\ue000-\uf8ff].*?)\s+(?:appears?|shows?(?:\s+up)?|comes?\s+(?:up|in(?:to)?\s+(?:view|sight))|is\s+(?:visible|shown|in\s+view))$/u,
];

export function readScroll(rest: string, at: Reading): Intent | Intent[] {
  const named = SCROLLED_TO.map((pattern) => rest.match(pattern)?.[1]).find((name) => name !== undefined);
  if (named !== undefined)
    return { kind: 'scroll', to: 'thing', target: readTarget(named, at.tokens), source: at.source };
  if (/\b(?:through|around)\b(?!.*\b(?:end|bottom)\b)/iu.test(rest)) return [];
  const to = /\b(?:top|up|start|beginning)\b/iu.test(rest) ? 'top' : 'bottom';
  const what = rest
    .replace(
      /\bthrough\s+(?:the\s+)?(?:whole|entire)\b|\buntil\b|\b(?:to\s+)?(?:the\s+)?(?:top|bottom|end|start|beginning)(?:\s+of)?|\bdown\b|\bup\b|\bto\b(?=\s*$)|\bof the text\b/giu,
      ' ',
    )
    .replace(/\s+/gu, ' ')
    .trim();
  return {
    kind: 'scroll',
    to,
    target: readTarget(what.replace(/^of\s+/iu, ''), at.tokens),
    source: at.source,
  };
}

export function readDrag(from: string, to: string, at: Reading): Intent | Intent[] | null {
  const whole = `${from} into ${to}`;
  const parts = whole.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu);
  const pairs = parts.map((part) => part.match(/^(.+?)\s+(?:in)?(?:to|onto|inside|over|on)\s+(.+)$/iu));
  if (parts.length > 1 && pairs.every((pair) => pair !== null))
    return pairs.flatMap((pair) => readDrag(pair?.[1] ?? '', pair?.[2] ?? '', at) ?? []);
  const held = from.replace(/\s+so that (?:it|they) (?:is|are)\b.*$/iu, '');
  if (held !== from)
    return {
      kind: 'drag',
      from: readTarget(held, at.tokens),
      to: readTarget(to, at.tokens),
      isAll: false,
      source: at.source,
    };
  const level = to.trim().match(/^([-+]?\d+(?:\.\d+)?)\s*(?:%|°?\p{L}*)$/u)?.[1];
  if (/\b(?:slider|handle|knob|dial|thumb|divider|splitter)\b/iu.test(from) && level !== undefined)
    return readLevel(from, level, at);
  const isAll = /^(?:all|every|each)\b/iu.test(from.trim());
  return {
    kind: 'drag',
    isAll,
    from: readTarget(from.replace(/^(?:all|every|each)(?:\s+(?:of\s+)?the)?\s+/iu, ''), at.tokens),
    to: readTarget(to.replace(/^(?:the\s+)?(?:inside|middle|centre|center)\s+of\s+/iu, ''), at.tokens),
    source: at.source,
  };
}

export function readSort(rest: string, at: Reading): Intent {
  const isDescending =
    /\b(?:descending|decreasing|reverse|highest (?:to|first)|high to low|newest|largest first|z to a)\b|\bfrom\s+(?:the\s+)?(?:most|best|(?:high|larg|bigg|great|long|tall|heavi|old|new|late|fast|hott|warm|strong|wid|deep)est)\b/iu.test(
      rest,
    );
  const by = strip(
    restore(
      rest.match(
        /\bby\s+(?!dragging|moving|pressing|clicking|using)(?:the\s+|their\s+)?(.+?)(?:(?:,?\s+in)?,?\s+(?:ascending|descending|increasing|decreasing|column|reverse).*|,?\s+(?:from\s+)?(?:the\s+)?(?:low|high|small|large|cheap|old|new|least|most|a|z)(?:est)?(?:\s+(?:price\s+)?(?:first|to\s).*))?$/iu,
      )?.[1] ?? '',
      at.tokens,
    ),
  );
  return {
    kind: 'sort',
    by,
    isDescending,
    isDrag: by === '' || /\bnumbers?\b/iu.test(rest.split(/\bin\b/iu)[0] ?? ''),
    source: at.source,
  };
}

export function readOpen(rest: string, at: Reading): Intent | Intent[] {
  if (/^(?:through|around|between)\b/iu.test(rest)) return [];
  const on = rest.match(/^(.+?)\s+(on|off)$/iu);
  if (/^switch/iu.test(at.text) && on) return readTick(on[1] ?? '', on[2]?.toLowerCase() === 'on', at);
  const bare = rest.replace(
    /^(?:to\s+)?(?:the\s+)?(?:page|view|screen)\s+(?:called|named|for|of|about|on)?\s*/iu,
    '',
  );
  const target = readTarget(bare.replace(/^to\s+/iu, ''), at.tokens);
  // "For the post by Ann, open the menu": each of them has one.
  if (at.about !== '' && target.kind === 'list') target.near ??= restore(at.about, at.tokens);
  return { kind: 'open', target, source: at.source };
}

export function formVerb(source: string): string {
  const start = source.split(/\s(?:with|for|using|by|as|:|from|of)\s|:/iu)[0] ?? source;
  return strip(start).split(' ').slice(0, 4).join(' ');
}

export function keyName(words: string): string {
  const plain = normalize(words).replace(/\s+/gu, '');
  const arrow = plain.match(/up|down|left|right/u)?.[0];
  if (plain.includes('arrow') && arrow) return `Arrow${arrow[0]?.toUpperCase()}${arrow.slice(1)}`;
  if (plain.startsWith('page') && arrow) return `Page${arrow[0]?.toUpperCase()}${arrow.slice(1)}`;
  const names: Record<string, string> = {
    enter: 'Enter',
    return: 'Enter',
    escape: 'Escape',
    esc: 'Escape',
    tab: 'Tab',
    space: 'Space',
    spacebar: 'Space',
    backspace: 'Backspace',
    delete: 'Delete',
  };
  return names[plain] ?? 'Enter';
}
