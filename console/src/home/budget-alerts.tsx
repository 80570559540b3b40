import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { ButtonLink } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { money } from '../ui/format.ts';
import { CircleAlert } from '../ui/icons.tsx';
import { texts } from './texts.ts';

/** Shares of a limit at which a person wants to know, the highest first. */
const STEPS = [1, 0.8, 0.5];

/** Keys that have spent 50, 80 or 100 % of their limit, the fullest first. Revoked keys have no alert. */
export function BudgetAlerts() {
  const keys = useQuery({
    queryKey: ['keys', 'list'],
    queryFn: async ({ signal }) => (await api.keys.list({ signal })).data,
  });
  const alerts = (keys.data ?? [])
    .flatMap(({ id, name, spend_limit_usd: limit, spent_usd: spent }) => {
      const share = limit === null ? 0 : spent / limit;
      const step = STEPS.find((one) => share >= one);
      return limit === null || step === undefined ? [] : [{ id, name, limit, spent, step }];
    })
    .sort((one, other) => other.step - one.step);
  if (alerts.length === 0) return null;
  return (
    <section aria-label={texts.alerts} className="grid gap-2">
      {alerts.slice(0, 5).map(({ id, name, limit, spent, step }) => (
        <p
          key={id}
          className={cn(
            'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-4 py-2',
            step === 1 ? 'tint-bad' : 'tint-warn',
          )}
        >
          <CircleAlert aria-hidden className={cn('size-4', step === 1 ? 'text-bad' : 'text-warn')} />
          <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
            {step === 1 ? texts.keySpent(name) : texts.keySpends(name, step * 100)} ({money(spent)} of{' '}
            {money(limit)})
          </span>
          <ButtonLink to="/keys" size="small">
            {texts.seeKeys}
          </ButtonLink>
        </p>
      ))}
    </section>
  );
}
