/** Numbers, times of day and spans of days as people say them, written in figures: "half past three" is "3:30". */
export function plainTalk(goal: string): string {
  const pieces = goal.split(/("[^"]*"|“[^”]*”)/u);
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : plain(piece))).join('');
}

function plain(text: string): string {
  const numbered = withTimes(
    withNumbers(
      text
        .replace(/[‘’]/gu, "'")
        .replace(/\be-mail/giu, 'email')
        .replace(/\bcheck out\b/giu, 'checkout'),
    ),
  );
  return withDays(numbered)
    .replace(/\b(?:don't|do not) (?:forget|hesitate) to\b/giu, 'please')
    .replace(/\bnot? (?:more|longer|later) than\b/giu, 'at most')
    .replace(/\bnot? (?:less|fewer|earlier) than\b/giu, 'at least');
}

const UNITS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  sept: 7,
  huit: 8,
  neuf: 9,
  dix: 10,
  onze: 11,
  douze: 12,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
};
const NAMES = Object.keys(UNITS).join('|');
const WORD_EDGE = '(?<![\\p{L}\\p{N}])';
const WORD_END = '(?![\\p{L}\\p{N}])';
/** "One" is mostly no number; it is before what is counted. */
const ONE = new RegExp(
  `${WORD_EDGE}(?:one|eine?n?|une?|una)(?=\\s+(?:(?:vegetarian|single|double|small|large|more|further|extra)\\s+)?(?:child|adult|person|guest|student|senior|night|day|week|room|ticket|copy|piece|meal|bag|seat|passenger|traveller|kid|baby|infant|hour|bottle|box|slice|kind|personne|enfant|adulte|persona|niño|niña|adulto|noche|nacht|erwachsene|person)s?${WORD_END})`,
  'giu',
);

function withNumbers(text: string): string {
  return text
    .replace(
      new RegExp(
        `${WORD_EDGE}(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](one|two|three|four|five|six|seven|eight|nine)${WORD_END}`,
        'giu',
      ),
      (_whole, tens: string, ones: string) =>
        String((UNITS[tens.toLowerCase()] ?? 0) + (UNITS[ones.toLowerCase()] ?? 1)),
    )
    .replace(new RegExp(`${WORD_EDGE}(?:an?|one)\\s+hundred${WORD_END}`, 'giu'), '100')
    .replace(new RegExp(`${WORD_EDGE}(?:an?|one)\\s+dozen${WORD_END}`, 'giu'), '12')
    .replace(new RegExp(`${WORD_EDGE}(?:an?\\s+)?(?:couple|pair)\\s+of${WORD_END}`, 'giu'), '2')
    .replace(new RegExp(`${WORD_EDGE}(${NAMES})${WORD_END}`, 'giu'), (word) =>
      String(UNITS[word.toLowerCase()] ?? word),
    )
    .replace(ONE, '1');
}

const LATE =
  "(?:\\s*(?:o'clock|uhr|heures?))?\\s*,?\\s*(?:in the |at |du |de la |por la |am )?(evening|night|afternoon|pm|p\\.m\\.?|abends|abend|nachmittags?|soir|après-midi|tarde|noche)";
const EARLY =
  "(?:\\s*(?:o'clock|uhr|heures?))?\\s*,?\\s*(?:in the |du |de la |por la |am )?(morning|am|a\\.m\\.?|morgens?|vormittags?|früh|matin|mañana)";

/** Every time of day as H:MM; what part of the day is meant goes into it. */
function withTimes(text: string): string {
  return text
    .replace(/\bhalf past (\d{1,2})\b/giu, (_whole, hour: string) => time(hour, 30))
    .replace(/\b(?:a )?quarter past (\d{1,2})\b/giu, (_whole, hour: string) => time(hour, 15))
    .replace(/\b(?:a )?quarter to (\d{1,2})\b/giu, (_whole, hour: string) => time(Number(hour) - 1, 45))
    .replace(/\b(\d{1,2})(?: minutes)? past (\d{1,2})\b/giu, (_whole, past: string, hour: string) =>
      time(hour, Number(past)),
    )
    .replace(/\b(\d{1,2}) minutes to (\d{1,2})\b/giu, (_whole, to: string, hour: string) =>
      time(Number(hour) - 1, 60 - Number(to)),
    )
    .replace(/\bhalb (\d{1,2})\b/giu, (_whole, hour: string) => time(Number(hour) - 1, 30))
    .replace(/\bviertel nach (\d{1,2})\b/giu, (_whole, hour: string) => time(hour, 15))
    .replace(/\bviertel vor (\d{1,2})\b/giu, (_whole, hour: string) => time(Number(hour) - 1, 45))
    .replace(/\b(?:a )?las (\d{1,2}) y media\b/giu, (_whole, hour: string) => time(hour, 30))
    .replace(/\b(?:a )?las (\d{1,2}) y cuarto\b/giu, (_whole, hour: string) => time(hour, 15))
    .replace(/\ba las (\d{1,2})(?![:.\d])\b/giu, (_whole, hour: string) => time(hour, 0))
    .replace(/\b(\d{1,2})\s?h(?:eures?)?\s?(\d{2})\b/giu, (_whole, hour: string, minute: string) =>
      time(hour, Number(minute)),
    )
    .replace(/\b(\d{1,2})\s?(?:h|heures?)(?!\p{L})/giu, (_whole, hour: string) => time(hour, 0))
    .replace(/\b(\d{1,2})[.:](\d{2})\s?Uhr\b/giu, (_whole, hour: string, minute: string) =>
      time(hour, Number(minute)),
    )
    .replace(/\b(\d{1,2})\s?(?:Uhr\b|o'clock\b)/giu, (_whole, hour: string) => time(hour, 0))
    .replace(
      /\b(?:at|um|à) (\d{1,2})(?=\s*(?:$|[,.;!?]|in the\b|[ap]\.?m\b|and\b|on\b|for\b|tomorrow\b|today\b))/giu,
      (_whole, hour: string) => `at ${time(hour, 0)}`,
    )
    .replace(/\b(?:at )?noon\b/giu, 'at 12:00')
    .replace(new RegExp(`\\b(\\d{1,2}):(\\d{2})${LATE}\\b`, 'giu'), (_whole, hour: string, minute: string) =>
      time((Number(hour) % 12) + 12, Number(minute)),
    )
    .replace(/\b(\d{1,2})\s*(?:pm|p\.m\.)/giu, (_whole, hour: string) => time((Number(hour) % 12) + 12, 0))
    .replace(/\b(\d{1,2})\s*(?:am|a\.m\.)(?!\p{L})/gu, (_whole, hour: string) =>
      `0${time(Number(hour) % 12, 0)}`.slice(-5),
    )
    .replace(new RegExp(`\\b(\\d{1,2}):(\\d{2})${EARLY}\\b`, 'giu'), (_whole, hour: string, minute: string) =>
      `0${time(Number(hour) % 12, Number(minute))}`.slice(-5),
    );
}

/** One digit for the hour leaves open which half of the day it is. */
function time(hour: string | number, minute: number): string {
  return `${Number(hour)}:${String(minute).padStart(2, '0')}`;
}

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function withDays(text: string): string {
  const days = WEEK.join('|');
  return withWholeDays(text)
    .replace(
      new RegExp(`\\b(?:from )?(${days})s? (?:to|till|until|through) (${days})s?\\b`, 'giu'),
      (whole, from: string, to: string) => {
        const [start, end] = [from, to].map((name) =>
          WEEK.findIndex((day) => day.toLowerCase() === name.toLowerCase()),
        );
        const list = WEEK.slice(start, (end ?? 0) + 1);
        return list.length > 1 ? `on ${list.join(' and ')}` : whole;
      },
    )
    .replace(
      /\b(?:on |every )?(?:weekdays?|working days?|workdays?)\b/giu,
      `on ${WEEK.slice(0, 5).join(' and ')}`,
    )
    .replace(/\b(?:at|on|over) (?:the )?weekends?\b/giu, `on ${WEEK.slice(5).join(' and ')}`);
}

const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?';

/** "From 3 to 10 May 2027": the month and the year hold for both days. */
function withWholeDays(text: string): string {
  const span = new RegExp(
    `\\b(\\d{1,2}(?:st|nd|rd|th)?)\\s*(to|until|till|and|-|–)\\s*(?:the )?(\\d{1,2}(?:st|nd|rd|th)?)(?: of)? (${MONTH})( \\d{4})?\\b`,
    'giu',
  );
  return text.replace(
    span,
    (_whole, first: string, link: string, last: string, month: string, year = '') =>
      `${first} ${month}${year} ${/^[-–]$/u.test(link) ? 'to' : link} ${last} ${month}${year}`,
  );
}
