import type { RunDetails, Timeline } from '@switchyard/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { count } from '../ui/format.ts';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { CopyId, Money, Percent, Time } from '../ui/values.tsx';
import { tokensIn } from './step-details.tsx';
import { texts } from './texts.ts';

/** The cost of each attempt, down to its entries in the ledger. */
export function CostTab({ run, timeline }: { run: RunDetails; timeline: UseQueryResult<Timeline> }) {
  const { cost, budget, routing_attempts: attempts } = run;
  return (
    <>
      <Table
        label={texts.cost}
        rows={attempts}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Attempt', cell: ({ index, runner }) => `${index + 1}. ${runner}` },
          { title: 'Id', cell: ({ id }) => <CopyId id={id} short />, isSecondary: true },
          { title: 'Outcome', cell: ({ verdict, status }) => verdict ?? status },
          { title: 'Runner', cell: ({ cost_usd }) => <Money usd={cost_usd} />, isNumber: true },
          {
            title: 'Fee',
            cell: ({ cost_usd }) => (
              <Money usd={cost_usd === null ? null : cost_usd * cost.platform_fee_rate} />
            ),
            isNumber: true,
          },
        ]}
      />
      <dl className="number grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t px-4 py-3 text-right">
        <dt>Runners</dt>
        <dd>
          <Money usd={cost.runner_usd} />
        </dd>
        <dt>
          Platform fee, <Percent share={cost.platform_fee_rate} />
        </dt>
        <dd>
          <Money usd={cost.platform_fee_usd} />
        </dd>
        {cost.normalization_usd > 0 && (
          <>
            <dt>Normalization</dt>
            <dd>
              <Money usd={cost.normalization_usd} />
            </dd>
          </>
        )}
        <dt className="font-semibold">Total</dt>
        <dd className="font-semibold">
          <Money usd={cost.total_usd} />
        </dd>
        {budget.max_cost_usd !== null && (
          <>
            <dt className="text-muted">Ceiling</dt>
            <dd className="text-muted">
              <Money usd={budget.max_cost_usd} />
            </dd>
          </>
        )}
      </dl>
      {run.models.length > 0 && (
        <>
          <h3 className="border-t px-4 py-2 font-semibold">{texts.models}</h3>
          <Table
            label={texts.models}
            rows={run.models}
            keyOf={({ model, role }) => `${role} ${model}`}
            columns={[
              { title: 'Model', cell: ({ model }) => model },
              { title: 'Role', cell: ({ role }) => role, isSecondary: true },
              { title: 'Calls', cell: ({ calls }) => count(calls), isNumber: true },
              {
                title: 'Tokens',
                cell: ({ tokens }) => `${tokensIn(tokens)}, ${count(tokens.output)} out`,
              },
              { title: 'Cost', cell: ({ cost_usd }) => <Money usd={cost_usd} />, isNumber: true },
            ]}
          />
        </>
      )}
      <h3 className="border-t px-4 py-2 font-semibold">{texts.ledger}</h3>
      <Loaded
        query={timeline}
        isEmpty={({ postings }) => postings.length === 0}
        empty={<EmptyState title="Nothing was posted for this run." />}
      >
        {({ postings }) => (
          <Table
            label={texts.ledger}
            rows={postings}
            keyOf={({ reference }) => reference}
            columns={[
              { title: 'Reference', cell: ({ reference }) => <CopyId id={reference} />, isLong: true },
              { title: 'From', cell: ({ debit }) => debit, isSecondary: true },
              { title: 'To', cell: ({ credit }) => credit, isSecondary: true },
              { title: 'Amount', cell: ({ amount_usd }) => <Money usd={amount_usd} />, isNumber: true },
              { title: 'Posted', cell: ({ created_at }) => <Time at={created_at} />, isSecondary: true },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
