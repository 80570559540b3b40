import type { RunDetails } from '@switchyard/sdk';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { api, queries } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { BellRing, Hourglass } from '../ui/icons.tsx';
import { askToNotify, notifications } from './notifications.ts';
import { texts } from './texts.ts';

/** The question of the run, and the box for the answer. */
export function QuestionBox({ run }: { run: RunDetails }) {
  const { question } = run;
  const [answer, setAnswer] = useState('');
  const [isBusy, setBusy] = useState(false);
  if (!question) return null;
  const send = async (text: string) => {
    setBusy(true);
    try {
      await api.runs.answer(run.id, text);
      setAnswer('');
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: ['runs'] });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(answer.trim());
  };
  const isCode = question.kind === 'otp';
  return (
    <section
      aria-label={texts.waiting}
      className="flex flex-wrap items-end gap-x-6 gap-y-3 rounded-lg border border-warn/50 tint-warn p-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="flex items-center gap-2 font-semibold text-warn">
          <Hourglass aria-hidden className="size-4" /> {texts.waiting}
        </h2>
        <p className="mt-1 text-base [overflow-wrap:anywhere]">{question.prompt}</p>
        <NotifyButton />
      </div>
      {question.kind === 'confirm' ? (
        <div className="flex gap-2">
          <Button look="primary" isBusy={isBusy} onClick={() => void send('yes')}>
            {texts.yes}
          </Button>
          <Button disabled={isBusy} onClick={() => void send('no')}>
            {texts.no}
          </Button>
        </div>
      ) : (
        <form onSubmit={submit} className="flex flex-1 basis-64 items-end gap-2">
          <Field label={isCode ? 'Code' : 'Your answer'} className="flex-1">
            {(control) => (
              <Input
                {...control}
                value={answer}
                onChange={({ target }) => setAnswer(target.value)}
                autoComplete={isCode ? 'one-time-code' : 'off'}
                inputMode={isCode ? 'numeric' : 'text'}
                maxLength={2_000}
                required
              />
            )}
          </Field>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={answer.trim() === ''}>
            {texts.send}
          </Button>
        </form>
      )}
    </section>
  );
}

function NotifyButton() {
  const { permission } = notifications.use();
  if (permission !== 'default') return null;
  return (
    <Button size="small" className="mt-2" onClick={() => void askToNotify()}>
      <BellRing aria-hidden /> {texts.notify} next time
    </Button>
  );
}
