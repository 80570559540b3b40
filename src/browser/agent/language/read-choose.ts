import type { Intent } from './intent.ts';
import { restore, soleToken, valueSaid } from './protect.ts';
import { readTarget, strip, type Target } from './read-target.ts';
import type { Reading, Tokens } from './reading.ts';
import { takeRestrictions } from './restrictions.ts';

/** "Vibrate (under Sound)", "Vibrate in the Sound settings": where a box or switch stands. */
const IN_PLACE =
  /\s+\((?:under|in|on|within|inside)\s+(?:the\s+)?([^()]{2,40}?)(?:\s+(?:settings|section|tab|menu|group|page))?\)$|\s+under\s+(\p{Lu}[^,()]{1,40}|[\ue000-\uf8ff])$|\s+(?:in|on|within|inside)\s+the\s+(\p{Lu}[^,()]{1,40}?|[\ue000-\uf8ff])\s+(?:settings|section|tab|menu|group|page)$/u;

export function readTick(said: string, isOn: boolean, at: Reading): Intent | Intent[] {
  const whole = said.replace(/^everything\b/iu, 'all things');
  if (/^(?:all|every|each|both)\b/iu.test(whole)) {
    const { rest: kept, restrictions } = takeRestrictions(described(ownedBy(restore(whole, at.tokens))));
    const except =
      restrictions.length > 0
        ? ''
        : (kept.match(/\b(?:except(?:\s+for)?|but|apart from|other than)\s+(.+)$/iu)?.[1] ?? '');
    return {
      kind: 'tick',
      names: [],
      target: null,
      isAll: true,
      restrictions,
      isOn,
      except: listOf(except, at.tokens),
      source: at.source,
    };
  }
  const placed = whole.match(IN_PLACE);
  const place = strip(restore(placed?.[1] ?? placed?.[2] ?? placed?.[3] ?? at.about, at.tokens));
  const rest = whole.slice(0, placed?.index);
  const way = rest
    .match(/^(?:the\s+)?(\p{Lu}[^/>]*(?:\s*[/>]\s*\p{Lu}[^/>]*)+)$/u)?.[1]
    ?.split(/\s*[/>]\s*/u);
  if (way)
    return [
      ...way.slice(0, -1).map(
        (name): Intent => ({
          kind: 'open',
          target: { ...readTarget('', []), text: name },
          source: at.source,
        }),
      ),
      ...[readTick(way.at(-1) ?? '', isOn, at)].flat(),
    ];
  const target = readTarget(rest, at.tokens);
  if (isDescribed(target))
    return {
      kind: 'tick',
      names: [],
      target,
      isAll: false,
      isOn,
      except: [],
      restrictions: [],
      source: at.source,
    };
  if (
    isOn &&
    target.ordinal !== null &&
    target.text === '' &&
    (target.kind === 'radio' || target.kind === 'checkbox')
  )
    return { kind: 'click', target, times: 1, source: at.source };
  const bare = rest
    .replace(/^(?:only|just|both)\s+/iu, '')
    .replace(
      /\b(?:the\s+)?(?:check ?box(?:es)?|tick ?box(?:es)?|box(?:es)?|options?|items?|switch|toggle|numbers?)\b(?:\s+(?:labell?ed|named|called|for))?/giu,
      ' ',
    );
  return {
    kind: 'tick',
    names: listOf(bare, at.tokens),
    target: null,
    isAll: false,
    isOn,
    except: [],
    restrictions: [],
    source: at.source,
    ...(place === '' ? {} : { place }),
  };
}

/** "all tasks assigned to Ann": those that speak of her. */
export function ownedBy(words: string): string {
  return words.replace(
    /\s+(?:that\s+(?:are|is|were)\s+)?(?:(?:assigned|belonging|allocated|addressed|due)\s+to|(?:owned|written|sent|posted|created|made|added|recommended)\s+by|(?<=\b(?:task|item|e-?mail|message|post|file|order|row|entry|entrie|product|book|song|photo|ticket|invoice|comment)s?\s+)(?:from|by|for|in))\s+(?!(?:the|this|that|your|my)\s+(?:list|page|table|inbox|form)\b)(?=\S)/iu,
    ' that mentions ',
  );
}

const ROWS =
  '(?:rows?|entry|entries|lines?|invoices?|orders?|customers?|e-?mails?|messages?|tasks?|items?|files?|users?|products?|people|members?|tickets?|requests?|bookings?)';

/** "all overdue rows", "all rows that are overdue": those that say so. */
export function described(words: string): string {
  return words
    .replace(
      /^((?:all|every|each)\s.*?)\s+(?:that|which|who)\s+(?:is|are)\s+(?:marked\s+(?:as\s+)?)?([\p{Ll}-]+)$/u,
      '$1 that mentions $2',
    )
    .replace(
      new RegExp(
        `^(all|every|each)\\s+(?:of\\s+)?(?:the\\s+)?(?!(?:other|remaining|available|visible|listed|selected|even|odd|read|unread|new|my|your|these|those|three|two|four)\\b)([\\p{Ll}-]+)\\s+(${ROWS})$`,
        'iu',
      ),
      '$1 $3 that mentions $2',
    );
}

/** Told by what is beside it or by "it", rather than by its own name. */
function isDescribed({ isPronoun, restrictions, kind }: Target): boolean {
  return isPronoun || (restrictions.length > 0 && kind !== 'checkbox');
}

/** "a, b and c", restored and without the words around them. */
export function listOf(text: string, tokens: Tokens): string[] {
  return text
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s*;\s*|\s+&\s+/iu)
    .map((part) => soleToken(part, tokens)?.text ?? strip(restore(part, tokens)))
    .filter((part) => part !== '');
}

export function readChoose(said: string, at: Reading): Intent | Intent[] {
  if (/^(?:nothing|none(?:\s+of\s+.+)?|no\s+(?:box(?:es)?|options?|items?|words?))$/iu.test(said))
    return readTick('all', false, at);
  if (/^everything\b|^(?:all|every|each)\b.*\s(?:except|but|apart\s+from|other\s+than)\s/iu.test(said)) {
    const [all = said, ...others] = said.split(
      new RegExp(`\\s*,\\s*(?:and\\s+)?(?=(?:the\\s+)?${PROPERTIES}\\s)`, 'iu'),
    );
    return [readTick(all, true, at), others.map((part) => readChoice(part, at))].flat(2);
  }
  const rest = said.replace(/^(?:only|just|both|nothing\s+but)\s+/iu, '');
  const lying = readTarget(rest, at.tokens);
  if (lying.lies) return { kind: 'click', target: lying, times: 1, source: at.source };
  const pairs = ownedChoices(rest);
  if (pairs) return pairs.map((part) => readChoice(part, at));
  // "the colour black and the size L" are two choices.
  const parts = rest.split(
    new RegExp(
      `\\s*,\\s*(?:and\\s+)?(?=the\\s|${PROPERTIES}\\s)|\\s+and\\s+(?=the\\s|${PROPERTIES}\\s)`,
      'iu',
    ),
  );
  const isLabelled = parts.every((part) => /^(?:the\s+)?\p{Ll}[\p{Ll} ]*\s+\S+$/u.test(part));
  return parts.length > 1 && isLabelled ? parts.map((part) => readChoice(part, at)) : readChoice(rest, at);
}

const PROPERTIES =
  '(?:colou?r|size|style|model|plan|seat|class|format|language|currency|quantity|material|flavou?r|topping|shift|country|city|month|year)';

/** "File > Export > PDF", also in quotes, also "a/b/c.txt": a way down through menus or folders. */
export function readPath(rest: string, at: Reading): Intent | null {
  const whole = restore(rest, at.tokens).replace(
    /\s+(?:in|from|on|of|using|within)\s+the\s+(?:\p{L}+\s+)?(?:menu|tree|list|menu bar|navigation|page|file browser)$/iu,
    '',
  );
  const way = whole.match(
    /^(?:the\s+(?:\p{L}+\s+){0,2})?([^>→»]{1,40}(?:\s*(?:>|→|»|->)\s*[^>→»]{1,40})+)$/u,
  )?.[1];
  if (way === undefined || /\bis\b/u.test(way)) return null;
  const values = way.split(/\s*(?:->|>|→|»)\s*/u).map((part) => part.trim());
  return {
    kind: 'choose',
    values,
    target: readTarget('', []),
    field: '',
    hint: 'menuitem',
    source: at.source,
  };
}

/** "A for this and B for that", "A as the one, B from the other list": each with a place of its own. */
function ownedChoices(rest: string): string[] | null {
  const parts = rest.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu);
  const isOwned = (part: string) => /^.+?\s+(?:for|as|from|in|under)\s+(?:the\s+|your\s+)?\S/iu.test(part);
  const owned = parts.filter(isOwned);
  return parts.length > 1 && isOwned(parts[0] ?? '') && owned.length * 2 >= parts.length ? parts : null;
}

function readChoice(rest: string, at: Reading): Intent {
  const hintWords = `${at.means} ${rest}`;
  const row = rest.match(/\s+(?:in|of|from|on)\s+row\s+([\p{L}\p{N}]{1,3})$/iu);
  let body = rest.slice(0, row?.index).replace(/\s+(?:when|once)\s+.*$/iu, '');
  let field = '';
  const from = body.match(
    /\s+(?:from|in|with|on|using|of|under|within|inside)\s+(?:the\s+|a\s+)?([^\ue000-\uf8ff]*?\b(?:drop-?\s?down|list|menu|slider|spinner|calendar|options?|suggestions?|combo ?box|scroll list|radio(?: ?buttons?)?|(?:date|time|colou?r)? ?picker|select(?: box)?|box|field|table|tabs?|section|(?:first|second|third|fourth|last|other)(?: one)?)\b.*)$/iu,
  );
  if (from?.index !== undefined) {
    field = strip(restore(from[1] ?? '', at.tokens))
      .replace(
        /\b(?:scroll|drop-?\s?down|list|menu|slider|spinner|calendar|options?|suggestions?|combo ?box|box|field|(?:date |time )?picker|below|above|given|following|native|one)\b/giu,
        ' ',
      )
      .replace(/\s+/gu, ' ')
      .trim();
    if (/\boptions?\b/iu.test(from[1] ?? '') && field !== '')
      field = strip(restore(from[1] ?? '', at.tokens));
    body = body.slice(0, from.index);
  }
  const as = body.match(/^(.+?)\s+(?:as|for)\s+(?:the\s+|your\s+)?(.+)$/iu);
  const isPlain = (text: string) => !/[\ue000-\uf8ff]/u.test(text);
  if (as?.[1] && as[2] && (isPlain(as[2]) || !isPlain(as[1]) || /^(?:yes|no)$/iu.test(as[1]))) {
    field = strip(restore(as[2], at.tokens));
    body = as[1];
  }
  const isPath = />|→|»/u.test(body);
  const target = readTarget(body, at.tokens);
  if (row) target.near = row[1] ?? null;
  const bare = body.replace(
    /^(?:the\s+)?(?:options?|items?|values?|entry|entries|radio ?buttons?|check ?boxes|day|date|choices?)\s+(?:labell?ed|named|called|with the label)?\s*/iu,
    '',
  );
  const labelled = bare.match(
    /^(?:the\s+|an?\s+)?(\p{Ll}[\p{Ll} ]{1,30}?)\s+((?:[\ue000-\uf8ff]|[\p{Lu}\p{N}-]).*|(?:red|green|blue|yellow|purple|orange|black|cyan|white|pink|brown|gr[ae]y|magenta)\b.*)$/u,
  );
  const values = isPath
    ? bare.split(/\s*(?:>|→|»)\s*/u).map((part) => strip(restore(part, at.tokens)))
    : listOf(labelled && !field && !/,|\band\b/u.test(bare) ? (labelled[2] ?? bare) : bare, at.tokens);
  const counted =
    values.length > 1 && values.slice(1).every((value) => /^\d{1,2}$/u.test(value))
      ? values[0]?.match(/^\p{Ll}+\s+(\d{1,2})$/u)?.[1]
      : undefined;
  if (counted !== undefined) values[0] = counted;
  if (labelled?.[1] && field === '' && !/,|\band\b/u.test(bare)) field = strip(labelled[1]);
  const hint = isPath ? 'menuitem' : hintOf(hintWords, at.tokens);
  return { kind: 'choose', values, target, field, hint, source: at.source };
}

function hintOf(text: string, tokens: Tokens): Extract<Intent, { kind: 'choose' }>['hint'] {
  if (/\bslider\b/iu.test(text)) return 'slider';
  if (/\bspinner|stepper\b/iu.test(text)) return 'spinner';
  if (/\bradio\b/iu.test(text)) return 'radio';
  if (/\bcheck ?box(?:es)?\b/iu.test(text)) return 'checkbox';
  if (/\b(?:drop-?\s?down|combo ?box)\b/iu.test(text)) return 'dropdown';
  if (/\b(?:calendar|date ?picker)\b/iu.test(text)) return 'date';
  if ([...text].some((mark) => soleToken(mark, tokens)?.kind === 'date')) return 'date';
  return /\b(?:list)\b/iu.test(text) ? 'list' : null;
}

export function readSet(rest: string, at: Reading): Intent | null {
  const list = soleToken(rest.match(/[\ue000-\uf8ff]/u)?.[0] ?? '', at.tokens);
  if (list?.kind === 'list') {
    const values = list.text.slice(1, -1).split(/\s*,\s*/u);
    return {
      kind: 'set',
      pairs: values.map((value) => ({ field: '', value })),
      hint: 'slider',
      source: at.source,
    };
  }
  const parts = rest.split(/\s*,\s*(?:and\s+)?(?=[^,]*\s(?:to|as|=)\s)|\s+and\s+(?=[^,]*?\s(?:to|as|=)\s)/iu);
  // "Move a and b to the list": only the last part says where.
  const isShared = parts.some((part) => !/\s(?:to|as|=)\s/iu.test(part));
  const pairs = (isShared ? [rest] : parts)
    .map((part) => part.match(/^(.+?)\s+(?:to|as|=)\s+(.+)$/iu))
    .filter((match) => match !== null)
    .map((match) => ({
      field: strip(restore(match[1] ?? '', at.tokens)),
      value: valueSaid(match[2] ?? '', at.tokens, strip),
    }));
  const hint = hintOf(`${at.means} ${rest}`, at.tokens);
  return pairs.length === 0
    ? null
    : { kind: 'set', pairs: pairs.flatMap(spread), hint: hint === 'date' ? null : hint, source: at.source };
}

/** "the sliders to Bass 3, Treble 7": several of a kind, each with its own name and value. */
function spread(pair: { field: string; value: string }): { field: string; value: string }[] {
  const parts = pair.value.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu);
  const named = parts.map((part) =>
    part.match(/^(?:the\s+)?(\p{L}[\p{L} ]*?)\s*[:=]?\s*(-?\d+(?:\.\d+)?)$/u),
  );
  const isEach = parts.length > 1 && /s$/iu.test(pair.field) && named.every((match) => match !== null);
  return isEach ? named.map((match) => ({ field: match?.[1] ?? '', value: match?.[2] ?? '' })) : [pair];
}
