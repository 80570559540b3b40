import type { ResultOf, RunDetails, RunParams } from '@switchyard/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Stat } from '../ui/card.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { Field, Input, Select, Textarea } from '../ui/field.tsx';
import { count, duration, money, percent } from '../ui/format.ts';
import { type Column, Table } from '../ui/table.tsx';
import { SweepProgress } from './sweep-progress.tsx';
import { sweepTexts as texts } from './texts.ts';

interface Wish {
  task: string;
  url: string;
  routing: string;
  ceiling: string;
}

type Estimate = ResultOf<'estimate.create'>;

/** The state of the sweep: its task, its price, or the run itself. */
type Stage =
  | { name: 'task' }
  | { name: 'price'; wish: Wish; estimate: Estimate }
  | { name: 'run'; run: RunDetails };

/** A sweep in three steps: the task, the price, the runners. Nothing starts before its price was shown. */
export function SweepSheet({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const [stage, setStage] = useState<Stage>({ name: 'task' });
  const [wish, setWish] = useState<Wish>({ task: '', url: '', routing: 'learning', ceiling: '' });
  const close = (open: boolean) => {
    onOpenChange(open);
    if (!open) setStage({ name: 'task' });
  };
  return (
    <Sheet title={texts.title} description={texts.description} isOpen={isOpen} onOpenChange={close}>
      <div className="pt-2">
        {stage.name === 'task' && (
          <TaskForm
            wish={wish}
            onPriced={(asked, estimate) => {
              setWish(asked);
              setStage({ name: 'price', wish: asked, estimate });
            }}
          />
        )}
        {stage.name === 'price' && (
          <Price
            {...stage}
            onChange={() => setStage({ name: 'task' })}
            onStarted={(run) => setStage({ name: 'run', run })}
          />
        )}
        {stage.name === 'run' && <SweepProgress first={stage.run} />}
      </div>
    </Sheet>
  );
}

function taskOf({ task, url, routing, ceiling }: Wish): RunParams {
  return { input: task, url, routing, ...(ceiling.trim() === '' ? {} : { max_cost_usd: Number(ceiling) }) };
}

function TaskForm({ wish, onPriced }: { wish: Wish; onPriced: (wish: Wish, estimate: Estimate) => void }) {
  const { register, handleSubmit, formState } = useForm<Wish>({ defaultValues: wish });
  const { errors } = formState;
  const ask = useMutation({
    mutationFn: async (asked: Wish) => onPriced(asked, await api.estimate.create(taskOf(asked))),
  });
  return (
    <form className="grid gap-4" onSubmit={handleSubmit((asked) => ask.mutate(asked))}>
      <Field label={texts.task} hint={texts.taskHint} error={errors.task && texts.needTask}>
        {(control) => (
          <Textarea {...control} {...register('task', { validate: (value) => value.trim() !== '' })} />
        )}
      </Field>
      <Field label={texts.url} error={errors.url && texts.needUrl}>
        {(control) => (
          <Input
            {...control}
            {...register('url', { validate: isAddress })}
            inputMode="url"
            placeholder="https://"
          />
        )}
      </Field>
      <Field label={texts.mode}>
        {(control) => <Select {...control} {...register('routing')} options={texts.modes} />}
      </Field>
      <Field label={texts.ceiling} hint={texts.ceilingHint} error={errors.ceiling && texts.needCeiling}>
        {(control) => (
          <Input
            {...control}
            {...register('ceiling', { validate: isCeiling })}
            inputMode="decimal"
            className="max-w-40"
          />
        )}
      </Field>
      {ask.isError && <Trouble error={ask.error} />}
      <div>
        <Button type="submit" look="primary" isBusy={ask.isPending}>
          {texts.price}
        </Button>
      </div>
    </form>
  );
}

function isAddress(value: string): boolean {
  return /^https?:\/\//i.test(value.trim()) && URL.canParse(value.trim());
}

function isCeiling(value: string): boolean {
  return value.trim() === '' || Number(value) > 0;
}

/** Only where the router knows them. */
const FORECAST: Column<Estimate['candidates'][number]>[] = [
  { title: 'Time', cell: ({ expected_latency_ms }) => duration(expected_latency_ms), isNumber: true },
  { title: 'Success', cell: ({ success_probability }) => percent(success_probability), isNumber: true },
];

function Price({
  wish,
  estimate,
  onChange,
  onStarted,
}: {
  wish: Wish;
  estimate: Estimate;
  onChange: () => void;
  onStarted: (run: RunDetails) => void;
}) {
  const start = useMutation({ mutationFn: async () => onStarted(await api.runs.start(taskOf(wish))) });
  const isKnown = estimate.candidates.some(({ success_probability }) => success_probability !== null);
  const atMost = estimate.budget.max_cost_usd ?? estimate.range_usd.high;
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-3 gap-2">
        <Stat label={texts.about} value={money(estimate.estimated_cost_usd)} />
        <Stat label={texts.atMost} value={money(Math.min(atMost, estimate.range_usd.high))} />
        <Stat label={texts.runners} value={count(estimate.candidates.length)} />
      </div>
      <div className="-mx-4 max-h-80 overflow-y-auto border-y">
        <Table
          label={texts.runners}
          rows={estimate.candidates}
          keyOf={({ runner }) => runner}
          columns={[
            { title: 'Runner', cell: ({ runner }) => runner },
            { title: 'Price', cell: ({ expected_cost_usd }) => money(expected_cost_usd), isNumber: true },
            ...(isKnown ? FORECAST : []),
          ]}
        />
      </div>
      {!estimate.sufficient_credits && <p className="text-warn">{texts.credits}</p>}
      {start.isError && <Trouble error={start.error} />}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" isBusy={start.isPending} onClick={() => start.mutate()}>
          {texts.start(money(estimate.estimated_cost_usd))}
        </Button>
        <Button onClick={onChange}>{texts.change}</Button>
      </div>
    </div>
  );
}

/** A refusal in the words of the service, with its remedy. */
function Trouble({ error }: { error: Error & { remediation?: string } }) {
  return (
    <p role="alert" className="text-bad">
      {error.message} {error.remediation}
    </p>
  );
}
