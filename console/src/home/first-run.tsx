import type { ResultOf } from '@switchyard/sdk';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../api.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { ArrowRight, Play } from '../ui/icons.tsx';
import { NEXT, texts } from './texts.ts';

/** The home of a workspace without runs: a task that works at once, and the next steps. */
export function FirstRun({ demo }: { demo: ResultOf<'overview.get'>['demo'] }) {
  const navigate = useNavigate();
  const [task, setTask] = useState(demo?.task ?? '');
  const [url, setUrl] = useState(demo?.url ?? '');
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const run = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setTrouble(null);
    try {
      const { id } = await api.runs.start({ task, ...(url && { url }) });
      await navigate({ to: `/runs/${id}` });
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <div className="mx-auto grid max-w-3xl gap-6 py-4 sm:py-8">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{texts.welcome}</h1>
        <p className="mt-1 text-base text-muted">{demo ? texts.welcomeWhy : texts.welcomeOwn}</p>
      </div>
      <Card>
        <form className="grid gap-3" onSubmit={(event) => void run(event)}>
          <Field label={texts.task} error={trouble}>
            {(control) => (
              <Textarea
                {...control}
                required
                className="text-base"
                value={task}
                onChange={({ target }) => setTask(target.value)}
              />
            )}
          </Field>
          <Field label={texts.url}>
            {(control) => <Input {...control} value={url} onChange={({ target }) => setUrl(target.value)} />}
          </Field>
          <Button type="submit" look="primary" isBusy={isBusy} className="h-9 justify-self-start px-5">
            <Play aria-hidden /> {texts.run}
          </Button>
        </form>
      </Card>
      <Next task={task} url={url} />
    </div>
  );
}

function Next({ task, url }: { task: string; url: string }) {
  const code = [
    "import { Switchyard } from '@switchyard/sdk';",
    '',
    `const client = new Switchyard({ baseUrl: '${location.origin}' });`,
    `const { answer } = await client.runs.create(${JSON.stringify({ task, ...(url && { url }) }, null, 2).replace(/^( +)"(\w+)":/gm, '$1$2:')});`,
  ].join('\n');
  const { routesByPath } = useRouter();
  const steps = NEXT.filter(({ to }) => to in routesByPath);
  return (
    <section className="grid gap-3">
      <h2 className="text-sm font-semibold">{texts.next}</h2>
      <div className="grid gap-3 sm:grid-cols-2">
        {steps.map(({ title, why, action, to }) => (
          <div key={to} className="flex flex-col gap-2 rounded-lg border p-4">
            <h3 className="font-semibold">{title}</h3>
            <p className="flex-1 text-muted">{why}</p>
            <ButtonLink to={to} className="self-start">
              {action} <ArrowRight aria-hidden />
            </ButtonLink>
          </div>
        ))}
      </div>
      <CodeBlock code={code} label={texts.snippet} />
    </section>
  );
}
