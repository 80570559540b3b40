import type { DataNode } from '../page/page.ts';
import { closedDay, type DayHours, daysOf, parseDayHours, timeOf } from '../values/day-hours.ts';
import { stem, stemsOf, wordsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { sayYesNo } from './yes-no.ts';

/** "Is it open on Sunday at 3 pm?", "when does it close on Friday?", from the hours that the page gives for that day. */
export function answerOpen(index: PageIndex, question: Question): Answer | undefined {
  const { text, form } = question;
  // When a place began is no matter of its hours.
  if (/\bdid\b.*\b(?:first |originally )?(?:open|start)\b/i.test(text)) return undefined;
  if (form === 'list' || form === 'count') {
    const places = openPlaces(index, question);
    if (places) return { output: form === 'count' ? String(places.length) : places.join('\n'), coverage: 1 };
  }
  if (CLOSED_DAY.test(text)) return answerClosedDay(index, question);
  if (LATEST_DAY.test(text)) return answerLatestDay(index, question);
  const end = form === 'value' || form === 'list' ? text.match(HOURS) : null;
  if (!end && (form !== 'yes-no' || !OPEN.test(text))) return undefined;
  const day = dayIn(text);
  if (day === undefined) return undefined;
  // What is said of Thursdays alone holds before what is said of the week.
  const [told] = hoursOf(index, question)
    .filter(({ days }) => days.has(day))
    .sort((one, other) => one.days.size - other.days.size);
  if (!told) return undefined;
  if (end) return { output: endOf(told, end), coverage: 1 };
  const time = timeOf(text);
  const isOpen =
    time === undefined ? told.spans.length > 0 : told.spans.some(([from, to]) => time >= from && time < to);
  const isAskedClosed = CLOSED.test(text);
  return {
    output: sayYesNo(isOpen !== isAskedClosed, told.text, question, index.page.language),
    coverage: 1,
  };
}

/** "On which day is it closed?": the day without hours, or the one that a sentence says so of. */
function answerClosedDay(index: PageIndex, question: Question): Answer | undefined {
  const shut = hoursOf(index, { ...question, names: [] }).filter(({ spans }) => spans.length === 0);
  const listed = new Set(shut.map(({ text }) => text.split(/[:：,]/)[0]?.trim() ?? ''));
  const said = new Set(
    index.page.blocks.flatMap(({ text, isAside }) => (isAside ? [] : (closedDay(text) ?? []))),
  );
  const [only, ...others] = listed.size > 0 ? listed : said;
  return only !== undefined && others.length === 0 ? { output: only, coverage: 1 } : undefined;
}

const CLOSED_DAY =
  /^(?:on |an |w |em |in |op |a )?(?:which|what|welchem|welcher|quel|quels|qu[eé]|que|che|quale|welke|jaki[em]?|kt[óo]ry[m]?) (?:days?|tag(?:en)?|jours?|d[íi]as?|giorn[oi]|dag(?:en)?|dzie[ńn]|dni(?:u|ach)?)\s.*(?:closed|shut|geschlossen|zu\s?\?|ferm[ée]e?s?|cerrad[oa]s?|cierra\p{L}*|chius[oaie]|chiude|gesloten|dicht|nieczynn[ey]|zamkni[ęe]t[eya]|fechad[oa]s?|fecha)(?!\p{L})/iu;

/** "Which day are you open latest?": the one day that ends after all others. */
function answerLatestDay(index: PageIndex, question: Question): Answer | undefined {
  const told = hoursOf(index, { ...question, names: [] }).filter(({ spans }) => spans.length > 0);
  const end = ({ spans }: DayHours) => Math.max(...spans.map(([, to]) => to));
  const last = Math.max(...told.map(end));
  const latest = told.filter((hours) => end(hours) === last);
  const [only] = latest;
  const isOne =
    only?.days.size === 1 && latest.every(({ days }) => [...days].join() === [...only.days].join());
  return isOne && told.length > latest.length ? { output: only.text, coverage: 1 } : undefined;
}

const LATEST_DAY =
  /^(?:on )?(?:which|what) (?:days?|evening|night)\b.*\b(?:open (?:the )?(?:late|latest|longest)|close (?:the )?latest)\b/i;

/** "Which stores are open on Sunday?" over a list with a column for the day; undefined where there is none. */
function openPlaces(index: PageIndex, question: Question): string[] | undefined {
  const { text } = question;
  const day = OPEN.test(text) && !HOURS.test(text) ? dayIn(text) : undefined;
  if (day === undefined || placesIn(index, question).length > 0) return undefined;
  const time = timeOf(text);
  for (const { items } of index.collections) {
    const told = items.flatMap(({ item }) => {
      const hours = item.fields
        .map(({ names: [name], value }) => parseDayHours(`${name}: ${value}`))
        .find((each) => each?.days.has(day));
      return hours ? [{ title: item.title, spans: hours.spans }] : [];
    });
    if (told.length < 2 || told.length < items.length / 2) continue;
    const isOpen = (spans: DayHours['spans']) =>
      time === undefined ? spans.length > 0 : spans.some(([from, to]) => time >= from && time < to);
    const isAskedClosed = CLOSED.test(text);
    return told.filter(({ spans }) => isOpen(spans) !== isAskedClosed).map(({ title }) => title);
  }
  return undefined;
}

/** The one day that is named. "Do" and "so" are short names of days elsewhere. */
function dayIn(text: string): number | undefined {
  const [day, ...others] = daysOf(text.replace(/(?<!\p{L})\p{L}{1,2}(?!\p{L})/gu, ' '));
  return others.length > 0 && !/weekend/i.test(text) ? undefined : day;
}

/** Which end of the day is asked for; the whole of it where neither is. */
function endOf({ spans, text }: DayHours, asked: RegExpMatchArray): string {
  const question = asked.input ?? '';
  const isClosing =
    (asked[1] ?? asked[3] ?? asked[4]) !== undefined ||
    /^(?:(?:until|till) (?:when|what time)|how late)\b/i.test(question);
  // "When are you open" asks for all of it, "when do you open" for its beginning.
  const isOpening =
    (asked[2] ?? asked[5]) !== undefined && !/^\S+(?: time)? (?:are|is|were|was)\b/i.test(question);
  const time = isClosing ? spans.at(-1)?.[1] : spans[0]?.[0];
  if (time === undefined || !(isClosing || isOpening)) return text;
  const clock = `${Math.floor(time / 60) % 24}:${String(time % 60).padStart(2, '0')}`;
  return `${clock} (${text})`;
}

const HOURS =
  /^(?:when|what time|at what time|until when|how late|how long)\b.*\b(?:(close[sd]?|shuts?|open until)|(opens?))\b|^(?:until|till) (?:what time|when) (?:can|could|may) (?:i|we|one|you) (?:come|visit|call|drop)\b|\b(?:opening|business|office) (?:hours|times)\b|^(?:bis wann|wie lange|jusqu['’][àa] quelle heure|hasta qu[eé] hora|fino a che ora|tot hoe laat|do kt[óo]rej|at[ée] que horas)\s.*(ge[öo]ffnet|offen|ouvert\p{L}*|abiert[oa]s?|apert[oa]|open|otwart[eya]|czynn[ey]|abert[oa])(?!\p{L})|^(?:wann|um wie viel uhr|[àa] quelle heure|a qu[eé] hora|a che ora|hoe laat|wanneer|o kt[óo]rej(?: godzinie)?|kiedy|a que horas)\s.*?(?:(schlie(?:ß|ss)t|macht .{1,40} zu|ferme(?:nt)?|cierran?|chiude|sluit|zamykaj?[ąa]?|fecha)|([öo]ffnet|macht .{1,40} auf|ouvre(?:nt)?|abren?|apre|opent|otwieraj?[ąa]?))(?!\p{L})/iu;

const CLOSED = /\b(?:closed|geschlossen|ferm[ée]e?s?|cerrad[oa]s?)\b/i;
const OPEN = /\b(?:open|closed|ge[öo]ffnet|offen|geschlossen|ouverte?|ferm[ée]|abiert[oa]s?|cerrad[oa]s?)\b/i;

/** Of the place that the question names, where the page has the hours of several. */
function hoursOf(index: PageIndex, question: Question): DayHours[] {
  const { page } = index;
  const places = placesIn(index, question);
  const isThere = (...around: string[]) => {
    const words = new Set(around.flatMap(stemsOf));
    return places.every((place) => words.has(place));
  };
  const rows = places.length === 0 ? [] : index.collections.flatMap(({ items }) => items);
  const lines = [
    ...rows
      .filter(({ item }) => isThere(item.title))
      .flatMap(({ item }) => item.fields.map(({ names: [name], value }) => `${name}: ${value}`)),
    ...(places.length === 0 ? page.nodes.flatMap(statedHours) : []),
    ...page.labels
      .filter(({ under, label }) => isThere(under, label))
      .map(({ label, value }) => `${label}: ${value}`),
    ...page.blocks.flatMap(({ text, under }) =>
      text.length <= 400 && isThere(text, ...under)
        ? text
            .split(/;\s|\s[|·]\s|(?<=\d|\p{L})\.\s(?=\p{Lu})|(?<=\d\s?(?:[ap]m)?),\s(?=\p{L}{3})/iu)
            .map((line) => line.replace(/\.$/, ''))
        : [],
    ),
  ];
  return lines.slice(0, 4_000).flatMap((line) => parseDayHours(line.trim()) ?? []);
}

/** The names in a question but for those of days and of the page's own subject. */
function placesIn({ own }: PageIndex, { names, text }: Question): string[] {
  const days = wordsOf(text)
    .filter((word) => daysOf(word).size > 0)
    .map(stem);
  return names.filter((name) => !own.has(name) && !days.includes(name) && !/^\d/.test(name));
}

/** `openingHoursSpecification` in words. */
function statedHours({ openingHoursSpecification: stated }: DataNode): string[] {
  return [stated].flat().flatMap((each) => {
    if (typeof each !== 'object' || each === null) return [];
    const { dayOfWeek, opens, closes } = each as DataNode;
    const days = [dayOfWeek].flat().map((day) => String(day).replace(/^.*\//, ''));
    return typeof opens === 'string' && typeof closes === 'string'
      ? [`${days.join(', ')}: ${opens} – ${closes}`]
      : [];
  });
}
