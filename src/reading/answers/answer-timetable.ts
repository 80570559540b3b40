import { daysOf } from '../values/day-hours.ts';
import { isGrownFrom } from '../words/concepts.ts';
import { stem, stemsOf, wordsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { clock, readTimetable, type Timetable, type Trip } from './timetable.ts';

/** "The first train after 9 from X", "when does the 8:10 arrive in Y", "which one does not stop at Z". */
export function answerTimetable(index: PageIndex, question: Question): Answer | undefined {
  const all = index.collections
    .filter(({ collection }) => !collection.isAside)
    .map(({ collection }) => readTimetable(collection))
    .filter((table) => table !== undefined);
  if (all.length === 0) return undefined;
  const asked = daysOf(withoutShort(question.text));
  const fits = all.filter(({ days }) => days.size === 0 || asked.size === 0 || isWithin(asked, days));
  const isDayKnown = all.every(({ days }) => days.size === 0) || fits.length > 0;
  if (!isDayKnown) return undefined;
  if (question.form === 'count') return countTrips(fits, asked, question);
  for (const table of fits) {
    const output = fromTable(table, question);
    if (output !== undefined) return { output, coverage: 1 };
  }
  return undefined;
}

function isWithin(asked: ReadonlySet<number>, days: ReadonlySet<number>): boolean {
  return [...asked].every((day) => days.has(day));
}

/** "Do" and "so" are short names of days elsewhere. */
function withoutShort(text: string): string {
  return text.replace(/(?<!\p{L})\p{L}{1,3}(?!\p{L})/gu, ' ');
}

function countTrips(tables: Timetable[], asked: ReadonlySet<number>, { noun }: Question): Answer | undefined {
  const [table, ...others] = tables.filter(({ days }) => days.size > 0);
  const isOfTrips = noun.length === 1 && noun.every((word) => VEHICLES.has(word));
  return table && others.length === 0 && asked.size > 0 && isOfTrips
    ? { output: String(table.trips.length), coverage: 1 }
    : undefined;
}

const VEHICLES = new Set(
  'train bus coach ferry boat tram flight service departure sailing connection trip zug zuge busse bahn fahrt abfahrt bateau depart trenes tren autobus autobuses treni treno corse pociag pociagi odjazd'
    .split(' ')
    .map(stem),
);

function fromTable(table: Timetable, question: Question): string | undefined {
  const { text, stems } = question;
  const named = placesIn(table, question);
  const trips = table.trips.filter(({ label }) => label !== '' && stems.has(stemsOf(label).join(' ')));
  const [trip] = trips;
  const [here] = named;
  if (here && SKIPS.test(text)) return skipping(table, here);
  if (question.expects !== 'date' && !question.asksThing) return undefined;
  const target = ARRIVES.test(text) ? named.at(-1) : here;
  if (trip && trips.length === 1 && target) return timeAt(trip, target);
  const limit = boundIn(text);
  const exact = limit ? undefined : timeIn(text);
  if (exact !== undefined) {
    const leaving = table.trips.filter(({ times }) =>
      [...times].some(([place, time]) => time === exact && (named.length < 2 || place === here)),
    );
    const [only] = leaving;
    const to = named.length > 1 ? target : ARRIVES.test(text) ? (table.places.at(-1) ?? here) : target;
    return leaving.length === 1 && only && to ? timeAt(only, to) : undefined;
  }
  const nth = question.ordinal ?? (limit || NEXT.test(text) ? 1 : null);
  const from = here ?? table.places[0];
  if (nth === null || !from || (!here && question.words.some((word) => !isKnown(table, word))))
    return undefined;
  const leaving = table.trips
    .map((each) => ({ each, time: each.times.get(from) }))
    .filter((found): found is { each: Trip; time: number } => found.time !== undefined)
    .filter(({ time }) => !limit || (limit.isAfter ? time > limit.time : time < limit.time))
    .sort((one, other) => one.time - other.time);
  const chosen = leaving.at(
    limit && !limit.isAfter && question.ordinal === null ? -1 : nth > 0 ? nth - 1 : nth,
  );
  return chosen && timeAt(chosen.each, target ?? from);
}

/** A word that says what goes there, or when. */
function isKnown({ heading }: Timetable, word: string): boolean {
  return VEHICLES.has(word) || stemsOf(heading).includes(word) || daysOf(word).size > 0 || MOVING.has(word);
}

const MOVING = new Set('leave depart go run start arrive day week weekday'.split(' ').map(stem));

function timeAt({ times, label }: Trip, place: string): string | undefined {
  const time = times.get(place);
  if (time === undefined) return undefined;
  return label === '' || /^\D*$/.test(label) ? clock(time) : `${clock(time)} (${label})`;
}

/** The places that a question names, in its order. "Wendel" is enough for "Wendel Hbf", where only one is called so. */
function placesIn({ places }: Timetable, { text }: Question): string[] {
  const asked = wordsOf(text).map(stem);
  const found = places.flatMap((place) => {
    const own = stemsOf(place).filter(
      (word) => word.length > 2 && places.filter((other) => stemsOf(other).includes(word)).length === 1,
    );
    const at = asked.findIndex(
      (word) => own.includes(word) || (word.length > 5 && own.some((each) => isGrownFrom(each, word))),
    );
    return at < 0 ? [] : [{ place, at }];
  });
  return found.sort((one, other) => one.at - other.at).map(({ place }) => place);
}

function skipping({ trips, places }: Timetable, here: string): string | undefined {
  const missing = trips.filter(({ times }) => !times.has(here));
  const lines = missing.map(({ label, times }) => {
    const first = places.find((place) => times.has(place));
    return label || (first === undefined ? '' : `${clock(times.get(first) ?? 0)} (${first})`);
  });
  return lines.length > 0 && lines.length < trips.length ? lines.join('\n') : undefined;
}

const SKIPS =
  /\b(?:does not|doesn't|do not|don't|skips?) .{0,20}(?:stop|call|halt)|\bskips\b|\bhält nicht\b|\bhalten nicht\b|\bs'arrête(?:nt)? pas\b|\bno para\b|\bnon ferma\b|\bnie zatrzymuje\b/i;
const ARRIVES =
  /\b(?:arriv\p{L}*|reach(?:es)?|get to|gets to|kommt\b.{0,60}\ban\b|ankunft|ankommt|llega|przyjeżdża|aankom\p{L}*)/iu;
const NEXT = /\b(?:next|nächste\p{L}*|prochaine?|próxim[oa]|prossim[oa]|następn\p{L}+)\b/iu;

function boundIn(text: string): { isAfter: boolean; time: number } | undefined {
  const match = text.match(
    /(?<!\p{L})(?:(after|later than|from|nach|ab|après|después de(?: las)?|dopo le|po)|(before|earlier than|by|vor|avant|antes de(?: las)?|prima delle|przed))\s+(?=\d)/iu,
  );
  if (!match) return undefined;
  const time = timeIn(text.slice((match.index ?? 0) + match[0].length), true);
  return time === undefined ? undefined : { isAfter: match[1] !== undefined, time };
}

/** "8:10", "9 am", "9 Uhr"; with a bound before it a bare "9" too. */
function timeIn(text: string, isBound = false): number | undefined {
  const match = text.match(
    isBound
      ? /^(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm|uhr|h|o'clock)?(?![\d:])/i
      : /(?<![\d:])(\d{1,2})[:.h](\d{2})\s?(am|pm)?(?![\d:])|(?<!\d)(\d{1,2})\s?(am|pm)\b/i,
  );
  if (!match) return undefined;
  const [hour, minute, half] = [match[1] ?? match[4], match[2] ?? '0', match[3] ?? match[5]];
  const isHalf = /^[ap]m$/i.test(half ?? '');
  const base = isHalf ? (Number(hour) % 12) + (/^p/i.test(half ?? '') ? 12 : 0) : Number(hour);
  return base <= 24 ? base * 60 + Number(minute) : undefined;
}
