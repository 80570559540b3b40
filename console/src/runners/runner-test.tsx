import type { Runner, RunnerTest as Test } from '@switchyard/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, queries } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { money } from '../ui/format.ts';
import { Check, FlaskConical, X } from '../ui/icons.tsx';
import { Table } from '../ui/table.tsx';
import { texts } from './texts.ts';

/** One small task under the key, after its price was confirmed, and what it showed. */
export function RunnerTest({ runner: { slug, name, price } }: { runner: Runner }) {
  const test = useMutation({
    mutationFn: () => api.runners.test(slug, { confirm: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['runners'] }),
  });
  return (
    <>
      <Confirm
        trigger={(open) => (
          <Button onClick={open} isBusy={test.isPending}>
            <FlaskConical aria-hidden /> {texts.test}
          </Button>
        )}
        title={texts.testTitle(name)}
        description={texts.testNote(money(price.typical_task_usd))}
        confirm={texts.test}
        onConfirm={() => test.mutate()}
        isDanger={false}
      />
      <div role="status" className="basis-full">
        {test.isPending && <p className="text-muted">{texts.testing}</p>}
        {test.isError && <p className="text-bad">{test.error.message}</p>}
        {test.data && <Result test={test.data} />}
      </div>
    </>
  );
}

function Result({ test: { ok, run_id, cost_usd, checks, differences } }: { test: Test }) {
  return (
    <div className="grid gap-3">
      <p>
        <Link to="/runs/$id" params={{ id: run_id }} className="underline underline-offset-2">
          {ok ? texts.testPassed : texts.testFailed}
        </Link>{' '}
        <span className="number text-muted">{money(cost_usd)}</span>
      </p>
      <ul className="grid gap-1">
        {checks.map(({ name, ok: isGood, detail }) => (
          <li key={name} className="grid grid-cols-[auto_8rem_minmax(0,1fr)] gap-2">
            {isGood ? (
              <Check aria-label="Yes:" className="mt-1 size-3.5 text-good" />
            ) : (
              <X aria-label="No:" className="mt-1 size-3.5 text-bad" />
            )}
            {name.replaceAll('_', ' ')}
            <span className="text-muted [overflow-wrap:anywhere]">{detail}</span>
          </li>
        ))}
      </ul>
      <Differences differences={differences} />
    </div>
  );
}

/** Where a provider answers otherwise than its runner knows. */
export function Differences({
  differences,
}: {
  differences: Array<Test['differences'][number] & { count?: number }>;
}) {
  if (differences.length === 0) return null;
  return (
    <Table
      label={texts.differences}
      rows={differences}
      keyOf={({ field }) => field}
      columns={[
        { title: 'Field', cell: ({ field }) => <code>{field}</code> },
        { title: 'Expected', cell: ({ expected }) => expected },
        { title: 'Seen', cell: ({ seen, count = 1 }) => (count > 1 ? `${seen} (${count} times)` : seen) },
      ]}
    />
  );
}
