import { type RunDetails, SwitchyardError } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { api, queries, serviceNow } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { clockTime } from '../ui/format.ts';
import { BellRing, ExternalLink, Hourglass } from '../ui/icons.tsx';
import { CopyButton } from '../ui/values.tsx';
import { askToNotify, notifications } from './notifications.ts';
import { pathOf } from './picture.tsx';
import { texts } from './texts.ts';
import { useNow } from './use-run.ts';

/** The question of the run with its deadline and its picture, and the box for the answer. */
export function QuestionBox({ run }: { run: RunDetails }) {
  const { question } = run;
  const key = question && `${question.created_at} ${question.prompt}`;
  const [typed, setTyped] = useState({ key, text: '' });
  // Text for an earlier question must not answer another one.
  const isOther = typed.key !== key;
  if (!question) return typed.text === '' ? null : <Unsent text={typed.text} />;
  return (
    <div className="grid gap-3">
      {isOther && typed.text !== '' && <Unsent text={typed.text} />}
      <Ask
        key={key}
        run={run}
        question={question}
        answer={isOther ? '' : typed.text}
        onType={(text) => setTyped({ key, text })}
      />
    </div>
  );
}

/** The question closed while the person typed: nothing typed is lost. */
function Unsent({ text }: { text: string }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 rounded-lg border tint-warn px-4 py-2">
      <span className="min-w-0 flex-1 basis-60">{texts.unsent}</span>
      <CopyButton text={text} label={texts.copyText} />
    </p>
  );
}

function Ask({
  run,
  question,
  answer,
  onType,
}: {
  run: RunDetails;
  question: NonNullable<RunDetails['question']>;
  answer: string;
  onType: (answer: string) => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const send = async (text: string) => {
    setBusy(true);
    try {
      await api.runs.answer(run.id, text);
      onType('');
    } catch (error) {
      toast.error(reasonOf(error));
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: ['runs'] });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(answer.trim());
  };
  const isCode = question.kind === 'otp';
  const picture = pathOf(question.screenshot);
  return (
    <section
      aria-label={texts.waiting}
      className="flex flex-wrap gap-x-6 gap-y-3 rounded-lg border border-warn/50 tint-warn p-4"
    >
      <div className="grid min-w-0 flex-1 basis-72 content-start gap-3">
        <div>
          <h2 className="flex flex-wrap items-center gap-x-2 font-semibold text-warn">
            <Hourglass aria-hidden className="size-4" /> {texts.waiting}
          </h2>
          <p dir="auto" className="mt-1 text-base [overflow-wrap:anywhere]">
            {question.prompt}
          </p>
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
          <form onSubmit={submit} className="flex max-w-xl items-end gap-2">
            <Field label={isCode ? 'Code' : 'Your answer'} className="flex-1">
              {(control) => (
                <Input
                  {...control}
                  value={answer}
                  onChange={({ target }) => onType(target.value)}
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
        <Deadline runId={run.id} asked={question.created_at} />
        <div className="flex flex-wrap gap-2 empty:hidden">
          <TakeOver url={run.session?.live_url ?? question.live_view} />
          <NotifyButton />
        </div>
      </div>
      {picture && (
        <a href={picture} target="_blank" rel="noreferrer" className="flex-1 basis-60">
          <img
            src={picture}
            alt={texts.picture}
            className="max-h-64 w-full rounded-md border bg-surface object-contain object-top"
          />
        </a>
      )}
    </section>
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof SwitchyardError && error.code === 'not_waiting_for_input')
    return texts.answeredElsewhere;
  return error instanceof Error ? error.message : String(error);
}

/** The time left by the clock of the service, and more of it. */
function Deadline({ runId, asked }: { runId: string; asked: number }) {
  const pending = useQuery({
    queryKey: ['runs', 'question', runId, asked],
    queryFn: async ({ signal }) => Date.parse((await api.runs.question(runId, { signal })).expires_at),
    refetchOnWindowFocus: 'always',
    retry: false,
  });
  const [isBusy, setBusy] = useState(false);
  useNow(true);
  const extend = async () => {
    setBusy(true);
    try {
      const { expires_at } = await api.runs.extendInput(runId, { seconds: 300 });
      const before = pending.data ?? 0;
      const after = Date.parse(expires_at);
      queries.setQueryData(['runs', 'question', runId, asked], after);
      if (after - before < 290_000) toast(texts.noMoreTime);
    } catch (error) {
      toast.error(reasonOf(error));
    }
    setBusy(false);
  };
  if (pending.data === undefined) return null;
  const leftMs = pending.data - serviceNow();
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span role="timer" className="number font-medium">
        {leftMs > 0 ? `${clockTime(leftMs)} left` : texts.timeIsUp}
      </span>
      {leftMs > 0 && (
        <Button size="small" isBusy={isBusy} onClick={() => void extend()}>
          +5 minutes
        </Button>
      )}
    </p>
  );
}

/** The provider's own view of its browser, in which a person can act. */
function TakeOver({ url }: { url: string | null }) {
  // Our own live page only shows the browser.
  if (!url || !/^https?:/.test(url) || /^\/live\//.test(new URL(url).pathname)) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex h-8 items-center gap-1.5 rounded-md border bg-raised px-3 font-medium hover:bg-hover"
    >
      {texts.takeOver} <ExternalLink aria-hidden className="size-3.5" />
    </a>
  );
}

function NotifyButton() {
  const { permission } = notifications.use();
  if (permission !== 'default') return null;
  return (
    <Button size="small" onClick={() => void askToNotify()}>
      <BellRing aria-hidden /> {texts.notify}
    </Button>
  );
}
