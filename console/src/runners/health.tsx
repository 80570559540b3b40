import type { RunnerHealth } from '@switchyard/sdk';
import { Link } from '@tanstack/react-router';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { count, duration, percent } from '../ui/format.ts';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/values.tsx';
import { Differences } from './runner-test.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

type Figures = RunnerHealth['last_7d'];

/** A runner's results in this workspace, and whether it is set aside. */
export function Health({ health }: { health: RunnerHealth }) {
  const { reason, until, differs_since, differences, last_24h, last_7d, days, last_faults } = health;
  const points = days.flatMap(({ from, rate, low, high, attempts }) =>
    rate === null
      ? []
      : [{ at: new Date(from), value: rate, low: low ?? rate, high: high ?? rate, attempts }],
  );
  return (
    <Section title={texts.health}>
      {reason && (
        <p className="tint-warn mb-3 rounded-md px-3 py-2 text-warn">
          {reason} {until && texts.until} {until && <Time at={until} />}
        </p>
      )}
      {last_7d.attempts === 0 ? (
        <p className="text-muted">{texts.noAttempts}</p>
      ) : (
        <Rows day={last_24h} week={last_7d} />
      )}
      {points.length > 2 && (
        <div className="mt-4">
          <LineChart
            label={texts.successByDay}
            points={points}
            to={1}
            format={percent}
            columns={[
              { title: 'Day', text: ({ at }) => at.toLocaleDateString() },
              { title: 'Succeeded', text: ({ value }) => percent(value) },
              { title: '95% interval', text: ({ low, high }) => `${percent(low)} to ${percent(high)}` },
              { title: 'Attempts', text: ({ attempts }) => count(attempts) },
            ]}
          />
        </div>
      )}
      {differs_since && (
        <div className="mt-4 grid gap-2">
          <p className="text-warn">
            {texts.differs} <Time at={differs_since} />.
          </p>
          <Differences differences={differences} />
        </div>
      )}
      {last_faults.length > 0 && <Faults faults={last_faults} />}
    </Section>
  );
}

function Rows({ day, week }: { day: Figures; week: Figures }) {
  const rows = [
    { when: texts.day, ...day },
    { when: texts.week, ...week },
  ];
  return (
    <div className="-mx-4 border-y">
      <Table
        label={texts.health}
        rows={rows}
        keyOf={({ when }) => when}
        columns={[
          { title: 'Last', cell: ({ when }) => when },
          { title: 'Attempts', cell: ({ attempts }) => count(attempts), isNumber: true },
          { title: 'Succeeded', cell: ({ rate }) => percent(rate), isNumber: true },
          { title: 'Median time', cell: ({ median_ms }) => duration(median_ms), isNumber: true },
        ]}
      />
    </div>
  );
}

function Faults({ faults }: { faults: RunnerHealth['last_faults'] }) {
  return (
    <>
      <h4 className="mt-4 mb-1 text-xs font-medium text-muted">{texts.lastFaults}</h4>
      <ul className="grid gap-1">
        {faults.map(({ at, verdict, code, site, run_id }) => (
          <li key={run_id + at} className="flex flex-wrap items-baseline gap-x-2">
            <Time at={at} className="text-muted" />
            <Link
              to="/runs/$id"
              params={{ id: run_id }}
              className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              {code ?? verdict}
            </Link>
            {site && <span className="text-muted">on {site}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
