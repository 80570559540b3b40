const UNIT_MINUTES: Record<string, number> = { s: 1 / 60, m: 1, h: 60, d: 1_440 };

/** A length of time in the unit that a key names (`cook_time_minutes`); undefined when it names none. */
export function minutesOf(text: string, key: string): number | undefined {
  const unit = key
    .toLowerCase()
    .match(/(?:^|[_\-\s]|(?<=[a-z]))(seconds?|secs?|minutes?|mins?|hours?|hrs?|days?)$/)?.[1];
  if (unit === undefined || unit === key.toLowerCase()) return undefined;
  if (isLeastOf(key)) return undefined;
  const minutes = isoMinutes(text) ?? writtenMinutes(text);
  if (minutes === undefined) return undefined;
  return Number((minutes / (UNIT_MINUTES[unit[0] ?? 'm'] ?? 1)).toFixed(6));
}

/** The least of a salary is no length of time. */
function isLeastOf(key: string): boolean {
  return /_?min$/i.test(key) && LEAST_OF.test(key);
}

const LEAST_OF =
  /hours|days|weeks|months|years|distance|speed|salar|pay|wage|price|cost|fee|rent|budget|age|temp|score|rating|rate|value|amount|size|height|width|weight|people|guests|players|order|deposit|gehalt|preis|prix|precio/i;

function isoMinutes(text: string): number | undefined {
  const match = text.trim().match(/^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i);
  if (!match || match[0].length < 3) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return days * 1_440 + hours * 60 + minutes + seconds / 60;
}

const HOURS = /^(?:std|stunde|or[ae]$|uur|uren|godz|時間)/;

function writtenMinutes(text: string): number | undefined {
  const short = /(?<![\d.,])(\d{1,2})\s?h\s?([0-5]\d)(?!\d)/i.exec(text.slice(0, 200));
  if (short) return Number(short[1]) * 60 + Number(short[2]);
  let total: number | undefined;
  for (const match of text
    .slice(0, 200)
    .matchAll(
      /(\d+(?:[.,]\d+)?)\s?(d|days?|h|hrs?|hours?|heures?|horas?|or[ae]|uur|uren|stunden?|std|godz\p{L}{0,4}|時間|m|mins?|minut\p{L}{0,3}|分|s|secs?|seconds?|sekund\p{L}{0,2}|secondes?|segundos?)(?![\p{L}])/giu,
    )) {
    const word = match[2]?.toLowerCase() ?? '';
    const unit = HOURS.test(word) ? 60 : word === '分' ? 1 : (UNIT_MINUTES[word[0] ?? ''] ?? 0);
    total = (total ?? 0) + Number(match[1]?.replace(',', '.')) * unit;
  }
  return total;
}
