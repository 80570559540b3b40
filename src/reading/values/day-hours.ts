/** The hours of one day or several, as places write them: "Tue–Sat 12–3pm, 6–10pm". */
export interface DayHours {
  /** 0 is Monday. */
  days: Set<number>;
  /** From and to, in minutes of the day; empty when closed. */
  spans: [number, number][];
  text: string;
}

const NAMES = [
  'mon(?:day)?s?|mo|montags?|lundi|lun(?:es)?|maandag|luned[iì]|poniedzia[łl]\\p{L}+|segunda-feira|月曜?日?',
  'tue(?:s(?:day)?)?s?|di(?:enstags?)?|mardi|mar(?:tes)?|dinsdag|marted[iì]|wtor\\p{L}+|ter[çc]a-feira|火曜?日?',
  'wed(?:nesday)?s?|mi(?:ttwochs?)?|mercredi|mi[ée]rcoles|woensdag|mercoled[iì]|[śs]rod\\p{L}+|quarta-feira|水曜?日?',
  'thu(?:r(?:s(?:day)?)?)?s?|do(?:nnerstags?)?|jeudi|jueves|donderdag|gioved[iì]|czwart\\p{L}+|quinta-feira|木曜?日?',
  'fri(?:day)?s?|fr(?:eitags?)?|vendredi|viernes|vrijdag|venerd[iì]|pi[ąa]t\\p{L}+|sexta-feira|金曜?日?',
  'sat(?:urday)?s?|sa(?:mstags?)?|samedi|s[áa]bados?|zaterdag|sabato|sobot\\p{L}+|土曜?日?',
  'sun(?:day)?s?|so(?:nntags?)?|dimanche|domingos?|zondag|domenic[ah]e?|niedziel\\p{L}+|日曜日?',
];
const DAY = `(?:${NAMES.join('|')})(?![\\p{L}])\\.?`;
const DAYS = new RegExp(
  `^(?:(?:on|am|le|el|every)\\s)?((?:${DAY})(?:\\s?(?:[-–—,&/+]|to|bis|and|und|through|au|à|a|et|y|e|al|en|i|do|t/m|tot en met)\\s?(?:${DAY}))*|weekdays?|weekends?|daily|every day|t[äa]glich|tous les jours|毎日)[\\s:,.]*`,
  'iu',
);
const CLOSED =
  /\b(?:closed|geschlossen|ruhetag|ferm[ée]e?|cerrad[oa]s?|gesloten|chius[oaie]|nieczynn[ey]|zamkni[ęe]t[eya]|fechad[oa]s?|encerrad[oa]s?)(?!\p{L})|休/iu;

/** The day that is told to be the one without hours: "closed on Mondays", "sauf le mardi"; in the text's own words. */
export function closedDay(text: string): string | undefined {
  for (const look of SHUT) {
    const day = look.exec(text)?.[1];
    if (day !== undefined) return day.replace(/\.$/, '');
  }
  return undefined;
}

/** Written out, and not the day of one date. */
const LONG_DAY = `(?:${NAMES.join('|')})(?<=\\p{L}{4})(?!\\p{L}|,?\\s\\d)`;
const SHUT = [
  new RegExp(
    `(?:sauf|except|außer|excepto|salvo|tranne|behalve|opr[óo]cz)\\s(?:le\\s|on\\s|am\\s|los?\\s|el\\s|il\\s|la\\s|op\\s|à\\s)?(${LONG_DAY})`,
    'iu',
  ),
  new RegExp(
    `${CLOSED.source.replace('|休', '')}\\s(?:le\\s|on\\s|am\\s|los?\\s|el\\s|il\\s|la\\s|op\\s|w\\s|à\\s|às\\s|every\\s|chaque\\s|jeden\\s)?(${LONG_DAY})(?!\\s(?:bis|to|al?|au|do|t/m))`,
    'iu',
  ),
  new RegExp(
    `(?<!\\p{L})(${LONG_DAY})\\s?(?:is|ist|est|es|è|jest|é|are|sind)?\\s?(?:day off|${CLOSED.source.replace('|休', '')})`,
    'iu',
  ),
];

/** Undefined when a line does not tell the hours of days. */
export function parseDayHours(line: string): DayHours | undefined {
  const match = DAYS.exec(line.slice(0, 200));
  if (!match?.[1]) return undefined;
  const rest = line.slice(match[0].length, 200);
  const days = daysOf(match[1]);
  const spans = spansOf(rest);
  if (days.size === 0 || (spans.length === 0 && !CLOSED.test(rest))) return undefined;
  return { days, spans, text: line.slice(0, 200) };
}

/** The days that a text names, ranges filled in. */
export function daysOf(text: string): Set<number> {
  if (/daily|every day|t[äa]glich|tous les jours|毎日/i.test(text)) return new Set([0, 1, 2, 3, 4, 5, 6]);
  if (/weekday/i.test(text)) return new Set([0, 1, 2, 3, 4]);
  if (/weekend/i.test(text)) return new Set([5, 6]);
  const days = new Set<number>();
  const words = text.split(new RegExp(`(${DAY})`, 'iu'));
  let from: number | undefined;
  let isRange = false;
  for (const word of words) {
    const day = NAMES.findIndex((name) => new RegExp(`^(?:${name})\\.?$`, 'iu').test(word));
    if (day < 0)
      isRange = /[-–—]|(?<!\p{L})(?:to|bis|through|au|à|a|al|do|t\/m|tot en met)(?!\p{L})/iu.test(word);
    else {
      if (isRange && from !== undefined) for (let at = from; at !== day; at = (at + 1) % 7) days.add(at);
      days.add(day);
      from = day;
      isRange = false;
    }
  }
  return days;
}

const TIME = '(\\d{1,2})(?:\\s?[:.h]\\s?(\\d{2}))?\\s?(?:h|Uhr)?\\s?(am|pm|a\\.m\\.|p\\.m\\.)?';
const SPAN = new RegExp(`${TIME}\\s?(?:[-–—～~]|to|bis|until|till|à|a)\\s?${TIME}`, 'giu');

function spansOf(text: string): [number, number][] {
  return [...text.matchAll(SPAN)].map((match) => {
    const to = minutes(match[4], match[5], match[6]);
    const from = minutes(match[1], match[2], match[3] ?? match[6]);
    // "9–5pm": the morning is meant.
    const isMorning = match[3] === undefined && match[6] !== undefined && from >= to;
    const start = isMorning ? from - 720 : from;
    return [start, to <= start ? to + 1_440 : to];
  });
}

/** "3 pm", "15:30" as minutes of the day. */
export function timeOf(text: string): number | undefined {
  const match = text.match(
    /(?<!\d)(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm|a\.m\.|p\.m\.|uhr|h)(?!\p{L})|(?<!\d)(\d{1,2}):(\d{2})/iu,
  );
  if (match) return match[4] ? minutes(match[4], match[5], undefined) : minutes(match[1], match[2], match[3]);
  const part = PARTS.find(([look]) => look.test(text));
  return part?.[1];
}

const PARTS: readonly (readonly [RegExp, number])[] = [
  [/\bmidnight\b/i, 1_439],
  [/\b(?:evening|tonight|abends?|soir|noche)\b/i, 1_170],
  [/\b(?:afternoon|nachmittags?|apr[èe]s-midi|tarde)\b/i, 900],
  [/\bnoon\b/i, 720],
  [/\b(?:in the morning|mornings?|matin)\b/i, 600],
];

function minutes(hour = '0', minute = '0', half: string | undefined): number {
  const isAfternoon = /^p/i.test(half ?? '');
  const isMorning = /^a/i.test(half ?? '');
  const base = isAfternoon || isMorning ? Number(hour) % 12 : Number(hour);
  return base * 60 + Number(minute) + (isAfternoon ? 720 : 0);
}
