import { verbFrom } from './restate.ts';

/**
 * What is told not to be done. A box that shall not be ticked is to be off, whatever it was before; any other deed that is
 * forbidden becomes a sentence of its own, so that no clause before it takes its words for a value or an order.
 */
export function refrained(text: string): string {
  return text
    .replace(UNTICKED, (_whole, lead: string, thing: string) => `${joined(lead)}untick ${thing}`)
    .replace(
      LEFT,
      (_whole, lead: string, thing: string, state: string) =>
        `${joined(lead)}${ON.test(state) ? 'tick' : 'untick'} ${thing}`,
    )
    .replace(FORBIDDEN, (_whole, deed: string) => `. Do not ${deed}`)
    .replace(WITHOUT, (whole, doing: string, rest: string) => {
      const verb = verbFrom(doing, DEEDS);
      return verb === null ? whole : `. Do not ${verb}${rest}`;
    });
}

/** Whether a task says that what it fills in stays unsent; "save it, and do not publish it" wants it sent some other way. */
export function isSendingForbidden(task: string): boolean {
  return UNSENT.test(task) && !SENT.test(task.replace(UNSENT, ' '));
}

/** A clause that only says what is not to be done. */
export const REFRAINING = /^(?:do\s+not|don['’]t|never)\s/iu;

const SURE = String.raw`(?:make\s+sure|be\s+sure|take\s+care|be\s+careful|remember|ensure)`;
const NOT = String.raw`(?:${SURE}\s+(?:not\s+to|(?:that\s+)?you\s+(?:do\s+not|don['’]t))|do\s+not|don['’]t|never)`;
const TICK = String.raw`(?:tick|check|enable|activate|turn\s+on|switch\s+on|opt\s+in\s+to)`;
const THING = '"[^"]+"|“[^”]+”|[^.,;!"“]{2,60}?';
const END = String.raw`(?=\s*(?:[.;!,]|$)|\s+(?:and|then)\s)`;

const UNTICKED = new RegExp(
  String.raw`(^|(?<=[.!;]\s+)|,?\s+(?:but|and)\s+|,\s*)(?:please\s+)?${NOT}\s+${TICK}\s+(?!(?:out|in|whether|if|that)\b)(${THING})${END}`,
  'giu',
);
const LEFT = new RegExp(
  String.raw`(,?\s+(?:but|and)\s+|\b)(?:leave|keep)\s+(?!(?:the\s+)?(?:others?|rest|remaining)\b)(${THING})\s+((?:un)?(?:ticked|checked|selected)|(?:en|dis)abled|(?:switched|turned)\s+(?:on|off)|on|off)${END}`,
  'giu',
);
const ON = /^(?:ticked|checked|selected|enabled|on|\S+\s+on)$/iu;

/** Deeds that a task forbids; "and do not contain" tells things apart instead. */
const DEEDS: ReadonlySet<string> = new Set(
  'press click hit tap push submit send save book buy order pay publish post delete remove close change touch place proceed continue finish complete add use sign'.split(
    ' ',
  ),
);
const VERBS = [...DEEDS, String.raw`check\s+out`, String.raw`log\s+out`].join('|');
const FORBIDDEN = new RegExp(
  String.raw`(?:,?\s+(?:but|and)\s+|,\s+)(?:please\s+)?${NOT}\s+((?:${VERBS})\b[^.;!]*?)(?=\s*(?:[.;!]|$|,?\s+(?:then|and\s+then)\s))`,
  'giu',
);
const WITHOUT = /,?\s+(?:but\s+)?without\s+(\p{Ll}+ing)\b([^.,;!]*)(?=[.;!]|$)/giu;
const UNSENT =
  /\b(?:do\s+not|don['’]t|never)\s+(?:(?:press|click|hit|tap|push|use)\s+(?:on\s+)?)?(?:the\s+)?["“]?(?:submit|send|save|book|order|pay|buy|publish|post|check\s?out|proceed|continue|finish|complete)["”]?(?:\s+(?:it|this|that|anything|yet|now|button|the\s+(?:form|button|order|booking|message|changes?|application|request|e-?mail|post|page|payment|purchase)))*(?=\s*(?:[.;!,]|$))/iu;

const SENT =
  /(?:^|[.!;:,]\s+|\b(?:and|then|please)\s+)(?:save|send|submit|post|publish|book|order|pay|buy|confirm|check\s?out)\b/iu;

/** What follows another order comes after it. */
function joined(lead: string): string {
  return lead.trim() === '' ? lead : ', then ';
}
