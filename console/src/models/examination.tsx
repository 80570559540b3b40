import type { ModelExamination } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { count, money } from '../ui/format.ts';
import { CircleAlert, CircleCheck } from '../ui/icons.tsx';
import { checkNames, roleNames, texts } from './texts.ts';

/** What one model can do, how fast and at which price; asked for by a button and kept while the console is open. */
export function Examination({ model }: { model: string }) {
  const exam = useQuery({
    queryKey: ['models', 'examination', model],
    queryFn: () => api.runners.examineModel(model),
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const failure = exam.error?.message ?? exam.data?.error?.message;
  return (
    <section aria-label={model} className="grid gap-4 border-t p-4 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{model}</h3>
        <Button size="small" isBusy={exam.isFetching} onClick={() => exam.refetch()}>
          {exam.data ? texts.examineAgain : texts.examine}
        </Button>
      </div>
      <div role="status" className="grid gap-4">
        {exam.isFetching ? (
          <p className="text-muted">{texts.examining}</p>
        ) : failure ? (
          <Failed message={failure} code={exam.data?.error?.code} />
        ) : exam.data ? (
          <Result exam={exam.data} />
        ) : (
          <p className="text-muted">{texts.examineNote}</p>
        )}
      </div>
    </section>
  );
}

function Result({ exam }: { exam: ModelExamination }) {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <ul className="grid content-start gap-2">
        {exam.checks.map(({ name, ok, detail }) => (
          <li key={name} className="grid grid-cols-[16px_76px_minmax(0,1fr)] gap-x-2">
            {ok ? (
              <CircleCheck aria-label={texts.passed} className="mt-0.5 size-4 text-good" />
            ) : (
              <CircleAlert aria-label={texts.notPassed} className="mt-0.5 size-4 text-bad" />
            )}
            <span className="font-medium">{checkNames[name]}</span>
            <span className="text-muted [overflow-wrap:anywhere]">{detail}</span>
          </li>
        ))}
      </ul>
      <div className="grid content-start gap-4">
        <Facts
          facts={[
            [texts.price, money(exam.ten_step_task_usd)],
            [texts.context, `${count(exam.context_tokens)} tokens`],
            [
              texts.speed,
              exam.tokens_per_second === null ? 'Unknown' : `${count(exam.tokens_per_second)} tokens/s`,
            ],
            [texts.cost, `${money(exam.cost_usd)}, not billed`],
          ]}
        />
        <dl>
          <dt className="mb-1 text-muted">{texts.fitFor}</dt>
          {exam.roles.map(({ role, fit, reason }) => (
            <dd key={role} className="mt-1 flex flex-wrap items-center gap-x-2">
              <Badge tone={fit ? 'good' : 'neutral'}>
                {fit ? roleNames[role] : `Not for ${roleNames[role].toLowerCase()}`}
              </Badge>
              {!fit && <span className="text-muted">{reason}</span>}
            </dd>
          ))}
        </dl>
      </div>
    </div>
  );
}

export function Failed({ message, code }: { message: string; code?: string | undefined }) {
  return (
    <p className="flex items-start gap-2 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="[overflow-wrap:anywhere]">
        {message} {code && <code className="text-muted">{code}</code>}
      </span>
    </p>
  );
}
