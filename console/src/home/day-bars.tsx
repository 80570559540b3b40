import type { ResultOf } from '@switchyard/sdk';
import { scaleLinear } from 'd3-scale';
import { count, money } from '../ui/format.ts';
import { Tip } from '../ui/tooltip.tsx';

type Day = ResultOf<'overview.get'>['days'][number];

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const HEIGHT = 96;

/** Runs of each day; successes are filled. The figures are in the tip and in the name of each bar. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const y = scaleLinear([0, Math.max(1, ...days.map(({ runs }) => runs))], [0, HEIGHT]);
  return (
    <ol className="grid grid-cols-8 gap-2 sm:gap-4">
      {days.map((day) => (
        <li key={day.day} className="text-center">
          <Tip text={wordsOf(day)}>
            <button
              type="button"
              aria-label={`${day.day}: ${wordsOf(day)}`}
              className="flex w-full flex-col justify-end rounded-sm hover:bg-hover"
              style={{ height: HEIGHT }}
            >
              <span
                className="relative block w-full overflow-hidden rounded-sm tint-accent"
                style={{ height: Math.max(day.runs > 0 ? 2 : 0, y(day.runs)) }}
              >
                <span
                  className="absolute inset-x-0 bottom-0 bg-accent"
                  style={{ height: y(day.succeeded) }}
                />
              </span>
            </button>
          </Tip>
          <span className="number mt-1 block text-xs text-muted">
            {weekday.format(new Date(`${day.day}T00:00:00Z`))}
          </span>
        </li>
      ))}
    </ol>
  );
}

function wordsOf({ runs, succeeded, spend_usd }: Day): string {
  return `${count(runs)} runs, ${count(succeeded)} succeeded, ${money(spend_usd)}`;
}
