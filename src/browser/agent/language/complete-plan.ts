import type { Act, Entry, Intent, Value } from './intent.ts';
import type { Target } from './read-target.ts';
import { isOfTerms } from './terms.ts';

/** "Copy X, paste it into Y": pasting is typing what was copied. */
export function mergePastes(intents: Intent[]): Intent[] {
  return intents.map((intent, index) => {
    if (intent.kind !== 'type' || intents[index - 1]?.kind !== 'copy') return intent;
    const entries = intent.entries.map((entry) =>
      entry.value.kind === 'literal' && entry.value.text === ''
        ? { ...entry, value: { kind: 'remembered' } as const }
        : entry,
    );
    return { ...intent, entries };
  });
}

/** Pressing the button and minding what the page says are parts of guessing. */
export function mergeGuesses(intents: Intent[]): Intent[] {
  const at = intents.findIndex(({ kind }) => kind === 'guess');
  if (at < 0) return intents;
  return intents.filter(
    ({ kind }, index) =>
      index <= at ||
      !((index === at + 1 && ['click', 'submit', 'key'].includes(kind)) || kind === 'act' || kind === 'find'),
  );
}

/** "Click X. Do this until the score is 4": what is repeated is the clause before. */
export function mergeRepeats(intents: Intent[]): Intent[] {
  return intents.flatMap((intent, index) => {
    const [before, next] = [intents[index - 1], intents[index + 1]];
    const isRepeat = ({ kind, target }: { kind: string; target?: Target }) =>
      kind === 'until' && target?.text === '' && target.kind === null;
    if (intent.kind === 'click' && next?.kind === 'until' && isRepeat(next)) return [];
    if (intent.kind === 'until' && isRepeat(intent) && before?.kind === 'click')
      return [{ ...intent, target: before.target }];
    return [intent];
  });
}

/** "Send an application and upload my CV", "join and agree to the terms": what goes along with something is there before that is sent. */
export function uploadsFirst(intents: Intent[]): Intent[] {
  const isSent = (intent: Intent | undefined) =>
    intent?.kind === 'act' && (SENDING.test(intent.verb) || ENTERING.test(intent.verb));
  const isAlong = (intent: Intent | undefined) =>
    intent?.kind === 'upload' ||
    (intent?.kind === 'act' && CONSENTING.test(intent.verb) && isOfTerms(intent.phrase));
  const isLate = (index: number) => isAlong(intents[index]) && isSent(intents[index - 1]);
  return intents.flatMap((intent, index) => {
    if (isLate(index)) return [];
    const next = intents[index + 1];
    return next && isLate(index + 1) ? [next, intent] : [intent];
  });
}

const ENTERING = /^(?:join|enroll?|subscribe)$/u;
const CONSENTING = /^(?:accept|agree|consent)$/u;

/** "Find the middle of the circle and click on it": finding a place and pressing it are one. */
export function mergeSpots(intents: Intent[]): Intent[] {
  return intents.filter(
    (intent, index) =>
      !(intent.kind === 'click' && intent.target.isPronoun && intents[index - 1]?.kind === 'spot'),
  );
}

/** "Find the cheapest flight to Oslo and book it": the act is told of what was to be found. */
export function mergeFound(intents: Intent[]): Intent[] {
  return intents.flatMap((intent, index) => {
    const [before, next] = [intents[index - 1], intents[index + 1]];
    const isMeant = (found: Intent | undefined, act: Intent | undefined) =>
      found?.kind === 'find' && found.target.extreme && act?.kind === 'act' && act.object.isPronoun;
    if (isMeant(intent, next)) return [];
    if (intent.kind !== 'act' || before?.kind !== 'find' || !isMeant(before, intent)) return [intent];
    const phrase = intent.phrase.replace(/^\S+/u, `the ${before.phrase}`);
    return [{ ...intent, object: before.target, phrase, source: `${intent.verb} ${phrase}` }];
  });
}

/** "Request a repair. My name is Bo.": what is stated belongs to the act it is said of. */
export function mergeDetails(intents: Intent[]): Intent[] {
  const details = intents.filter(({ kind }) => kind === 'detail').map(({ source }) => source);
  const doing = intents.filter(({ kind }) => kind !== 'detail');
  const at = doing.findLastIndex(({ kind }) => kind === 'act' || kind === 'fill');
  const act = doing[at];
  return act && details.length > 0
    ? doing.with(at, { ...act, source: [act.source, ...details].join('. ') })
    : doing;
}

/** "Order X and add the note Y": what is added goes with the order, before it is sent. */
export function mergeNotes(intents: Intent[]): Intent[] {
  const merged: Intent[] = [];
  for (const intent of intents) {
    const last = merged.at(-1);
    const isNote = NOTE.test(intent.source) && ['add', 'type', 'act'].includes(intent.kind);
    if (isNote && last?.kind === 'act' && SENDING.test(last.verb))
      merged[merged.length - 1] = { ...last, source: `${last.source}, ${intent.source}` };
    else merged.push(intent);
  }
  return merged;
}

const NOTE =
  /^(?:add|leave|include|write|mention|enter|put)\s+(?:the|an?)\s+(?:\p{L}+\s+)?(?:note|comment|remark|message|instruction)s?\b/iu;
const SENDING = /^(?:order|book|buy|reserve|request|schedule|purchase|send|submit|apply|post|register)$/u;

/** "Order a coffee. Size: large, milk: oat.": the pairs belong to what was asked for before them. */
export function mergePairs(intents: Intent[]): Intent[] {
  const merged: Intent[] = [];
  for (const intent of intents) {
    const last = merged.at(-1);
    const isPairs = intent.kind === 'fill' && intent.verb === '';
    if (isPairs && last?.kind === 'act')
      merged[merged.length - 1] = {
        ...last,
        phrase: `${last.phrase}. ${intent.source}`,
        source: `${last.source}. ${intent.source}`,
      };
    else if (isPairs && last?.kind === 'fill')
      merged[merged.length - 1] = { ...last, source: `${last.source}. ${intent.source}` };
    else merged.push(intent);
  }
  return merged;
}

/** A form that is filled in wants to be sent, also when the task does not say so. */
export function withSubmit(plan: Intent[]): Intent[] {
  const last = plan.findLastIndex(({ kind }) => kind === 'fill' || kind === 'login');
  const filling = plan.findIndex(({ kind }) => FILLING.has(kind));
  const intents = plan.map((intent, at) =>
    filling >= 0 && at > filling && plan[last]?.kind !== 'login' && sendsIt(intent)
      ? { kind: 'submit' as const, verb: intent.verb, source: intent.source }
      : intent,
  );
  if (last < 0) return intents;
  const form = intents[last];
  const after = intents.slice(last + 1);
  // What follows a login is mostly done behind it; only its own button sends it.
  const hasPress =
    form?.kind === 'login'
      ? after.slice(0, 2).some(isEntering)
      : after.some((intent) => isPress(intent) && !isConsent(intents));
  // "..., and finish it": further steps of the form want what was said of it.
  if (hasPress && form?.kind === 'fill')
    return intents.map((intent, index) =>
      index > last && intent.kind === 'submit' && intent.source.split(/\s+/u).length < 4
        ? { ...intent, source: form.source }
        : intent,
    );
  if (hasPress || !form || (form.kind !== 'fill' && form.kind !== 'login')) return intents;
  const end = intents.findLastIndex(({ kind }) => kind !== 'ask' && kind !== 'solve') + 1;
  const at = form.kind === 'login' ? last + 1 : Math.max(end, last + 1);
  const submit: Intent = {
    kind: 'submit',
    verb: form.kind === 'login' ? 'log in' : form.verb,
    source: form.source,
  };
  return [...intents.slice(0, at), submit, ...intents.slice(at)];
}

const FILLING: ReadonlySet<Intent['kind']> = new Set([
  'fill',
  'type',
  'choose',
  'set',
  'edit',
  'tick',
  'step',
  'rate',
]);

/** "... and send it", behind a form that is filled in: whatever its button is called. */
function sendsIt(intent: Intent): intent is Act {
  if (intent.kind !== 'act' || !/^(?:send|save|post|confirm|publish|register|store)$/u.test(intent.verb))
    return false;
  return (
    intent.object.isPronoun ||
    intent.phrase === '' ||
    /^(?:the|your|my|this|that)\s+(?:form|entry|record|changes|data|settings|preferences|profile)$/iu.test(
      intent.phrase,
    )
  );
}

/** The press that a login form waits for. */
function isEntering(intent: Intent): boolean {
  if (intent.kind === 'submit' || intent.kind === 'key') return true;
  const name = intent.kind === 'click' ? intent.target.text || (intent.target.kind ?? '') : '';
  return /^(?:log ?-?in|sign ?-?in|submit|ok|enter|go|continue|next|confirm|button|send)$/iu.test(name);
}

/** "Which river is the longest? Enter its name": what the clause before found out is meant. */
export function mergeAnswers(intents: Intent[]): Intent[] {
  return intents.map((intent, index) => {
    const known = intents
      .slice(0, index)
      .filter(({ kind }) => ['ask', 'solve', 'find', 'copy', 'until', 'shell'].includes(kind));
    const before = intents[index - 1];
    if (
      intent.kind === 'type' &&
      before?.kind === 'open' &&
      /^(?:show|reveal|display|unhide|uncover)\b/iu.test(before.source)
    )
      return { ...intent, entries: intent.entries.map((entry) => ofShown(entry, before.target)) };
    if (intent.kind !== 'type' || known.length === 0) return intent;
    const noted = known.flatMap((one) => (one.kind === 'find' || one.kind === 'copy' ? [one.phrase] : []));
    // What was copied has a name of its own: "copy the reference, enter the amount" speaks of two things.
    const isOpen = known.some(({ kind }) => kind !== 'copy');
    const entries = intent.entries.map((entry) =>
      (isOpen && isAnswer(entry.value)) || isNoted(entry.value, noted)
        ? { ...entry, value: { kind: 'remembered' } as const }
        : entry,
    );
    return { ...intent, entries };
  });
}

/** "Show the key and type it": what comes to light is meant. */
function ofShown(entry: Entry, { text }: Target): Entry {
  return entry.value.kind === 'remembered' && text !== ''
    ? { ...entry, value: { kind: 'lookup', phrase: text } }
    : entry;
}

function isAnswer(value: Value): boolean {
  if (value.kind === 'lookup') return ANSWER.test(value.phrase);
  return value.kind === 'literal' && /^(?:its|his|her|their)\s/iu.test(value.text) && ANSWER.test(value.text);
}

/** "Note the booking code, ..., type the code": what was kept in mind, and may not be on show any more. */
function isNoted(value: Value, noted: string[]): boolean {
  const phrase = value.kind === 'lookup' ? value.phrase : '';
  return phrase !== '' && noted.some((other) => other === phrase || other.endsWith(` ${phrase}`));
}

const ANSWER =
  /^(?:(?:its|his|her|their)\s+)?(?:name|number|count|total|amount|result|value|answer|sum|title)$/iu;

/** Whether a clause says that a form is to be sent. */
export function isSending(intent: Intent): boolean {
  const name =
    intent.kind === 'click' ? intent.target.text : intent.kind === 'act' ? intent.verb : intent.kind;
  return /^(?:submit|save(?: changes)?|ok|done|send|confirm|yes|apply|post|publish|update)$/iu.test(name);
}

/** Agreeing and subscribing are boxes of the form, not its button. */
function isConsent(intents: Intent[]): boolean {
  return intents.every(
    (intent) =>
      intent.kind !== 'click' &&
      intent.kind !== 'submit' &&
      intent.kind !== 'key' &&
      (intent.kind !== 'act' || /^(?:accept|agree|subscribe|confirm)$/u.test(intent.verb)),
  );
}

/** What sets something going on the page. */
export function isPress({ kind }: Pick<Intent, 'kind'>): boolean {
  return kind === 'click' || kind === 'submit' || kind === 'key' || kind === 'act';
}
