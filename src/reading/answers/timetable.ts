import type { Collection } from '../page/page.ts';
import { daysOf } from '../values/day-hours.ts';

/** One journey: when it is where. */
export interface Trip {
  /** Its number or name, where the table gives one. */
  label: string;
  /** Minutes of the day by place, in the order of the way. */
  times: Map<string, number>;
}

export interface Timetable {
  places: string[];
  trips: Trip[];
  /** What it is headed by: "Saturdays". */
  heading: string;
  days: Set<number>;
}

/** A table of times with a place for every column, or for every row; undefined when it is no such table. */
export function readTimetable(collection: Collection): Timetable | undefined {
  const { kind, items, columns } = collection;
  if (kind !== 'table' || items.length === 0) return undefined;
  const cells = items.flatMap(({ fields }) => fields.map(({ value }) => value)).filter(Boolean);
  const times = cells.filter((cell) => minutesOf(cell) !== undefined);
  if (times.length < 4 || times.length < cells.length * 0.5) return undefined;
  const rows = items.map(({ fields }) => fields.map(({ value }) => value));
  const across = columns.filter((name, at) => name !== '' && isTimes(rows.map((row) => row[at] ?? '')));
  const { places, trips } =
    across.length >= 2 && across.every((name) => /\p{L}{2}/u.test(name))
      ? { places: across, trips: rows.map((row) => tripOf(row, columns, across)) }
      : placesDown(rows, columns);
  const heading = items[0]?.under ?? '';
  const days = daysOf([...collection.about, heading].join(' '));
  return places.length >= 2 && trips.length > 0 ? { places, trips, heading, days } : undefined;
}

function tripOf(row: string[], columns: string[], places: string[]): Trip {
  const times = new Map<string, number>();
  let label = '';
  columns.forEach((name, at) => {
    const cell = row[at] ?? '';
    const time = minutesOf(cell);
    if (places.includes(name) && time !== undefined) times.set(name, time);
    else if (!places.includes(name) && time === undefined) label ||= cell;
  });
  return { label, times };
}

function placesDown(rows: string[][], columns: string[]): { places: string[]; trips: Trip[] } {
  const stops = rows.filter(
    ([name = '', ...cells]) => /\p{L}{2}/u.test(name) && minutesOf(name) === undefined && isTimes(cells),
  );
  const others = rows.filter((row) => !stops.includes(row));
  const width = Math.max(0, ...stops.map((row) => row.length));
  const trips = Array.from({ length: Math.max(0, width - 1) }, (_, at) => {
    const times = new Map<string, number>();
    for (const [name = '', ...cells] of stops) {
      const time = minutesOf(cells[at] ?? '');
      if (time !== undefined) times.set(name, time);
    }
    return { label: columns[at + 1] || (others[0]?.[at + 1] ?? ''), times };
  });
  return { places: stops.map(([name = '']) => name), trips: trips.filter(({ times }) => times.size > 0) };
}

/** Mostly times; a dash where it does not stop. */
function isTimes(cells: string[]): boolean {
  const told = cells.filter((cell) => cell !== '');
  return told.length > 0 && told.filter((cell) => minutesOf(cell) !== undefined).length >= told.length * 0.6;
}

/** "9:05", "9.05", "9h05", "9:05 pm" as minutes of the day. */
function minutesOf(text: string): number | undefined {
  const match = /^\s*(\d{1,2})[:.h](\d{2})\s?(am|pm)?\s*$/i.exec(text);
  if (!match) return undefined;
  const [hour, minute] = [Number(match[1]), Number(match[2])];
  if (hour > 28 || minute > 59) return undefined;
  const half = match[3]?.toLowerCase();
  return (half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour) * 60 + minute;
}

export function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
