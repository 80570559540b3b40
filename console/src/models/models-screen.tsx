import type { ModelTest, ModelUses } from '@switchyard/sdk';
import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useActions } from '../shell/actions.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card, Facts, PageHeader } from '../ui/card.tsx';
import { duration, money } from '../ui/format.ts';
import { BrainCircuit, CircleCheck } from '../ui/icons.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { CopyId } from '../ui/values.tsx';
import { Examination, Failed } from './examination.tsx';
import { sources, texts, useNames } from './texts.ts';

/** The uses of the model, and whether it answers. */
export function Screen() {
  const models = useQuery({
    queryKey: ['models', 'uses'],
    queryFn: ({ signal }) => api.runners.models({ signal }),
  });
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Loaded query={models}>
        {(known) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
            {known.model ? <InUse model={known.model} /> : <None remediation={known.remediation} />}
            <Uses uses={known.uses} />
            {known.models.length > 0 && (
              <Card title={texts.exam} isFlush className="lg:col-span-2">
                {known.models.map((name) => (
                  <Examination key={name} model={name} />
                ))}
              </Card>
            )}
            {known.notes.length > 0 && <NotUsed notes={known.notes} />}
            <Card title={texts.providers}>
              <p className="mb-3 text-muted">{texts.providersNote}</p>
              <ButtonLink to="/runners" search={{ kind: 'hosted_agent' }}>
                {texts.seeRunners}
              </ButtonLink>
            </Card>
          </div>
        )}
      </Loaded>
    </>
  );
}

function InUse({ model }: { model: NonNullable<ModelUses['model']> }) {
  const test = useMutation({ mutationFn: () => api.runners.testModel() });
  useActions([{ title: 'Test the language model', keys: 't', group: texts.title, run: () => test.mutate() }]);
  return (
    <Card
      title={texts.model}
      actions={
        <Button size="small" isBusy={test.isPending} onClick={() => test.mutate()}>
          {texts.test}
        </Button>
      }
    >
      <Facts
        facts={[
          ['Model', <CopyId key="model" id={model.name} />],
          ['Source', sources[model.source]],
          ['Found in', <code key="by">{model.found_by}</code>],
          ['Images', model.sees_pictures ? 'Supported' : 'Not supported'],
        ]}
      />
      <div role="status" className="mt-4 border-t pt-3">
        <Result test={test} />
      </div>
    </Card>
  );
}

function Result({ test }: { test: UseMutationResult<ModelTest, Error, void> }) {
  if (test.isPending) return <p className="text-muted">{texts.testing}</p>;
  if (test.isError) return <Failed message={test.error.message} />;
  if (!test.data) return <p className="text-muted">{texts.testNote}</p>;
  const { ok, latency_ms, cost_usd, error } = test.data;
  if (!ok) return <Failed message={error?.message ?? ''} code={error?.code} />;
  return (
    <p className="flex items-center gap-2">
      <CircleCheck aria-hidden className="size-4 text-good" />
      {texts.answered(duration(latency_ms))} <span className="number text-muted">{money(cost_usd)}</span>
    </p>
  );
}

function None({ remediation }: { remediation: string | null }) {
  return (
    <Card title={texts.model}>
      <EmptyState icon={<BrainCircuit aria-hidden />} title={texts.none}>
        <p>{texts.noneNote}</p>
        {remediation && <p className="mt-3 text-text">{remediation}</p>}
      </EmptyState>
    </Card>
  );
}

function Uses({ uses }: { uses: ModelUses['uses'] }) {
  return (
    <Card title={texts.uses}>
      <ul className="grid gap-4">
        {uses.map(({ use, what, active }) => (
          <li key={use} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <span className="font-medium">{useNames[use] ?? use}</span>
            <Badge tone={active ? 'good' : 'neutral'}>{active ? texts.on : texts.off}</Badge>
            <span className="text-muted">{what}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NotUsed({ notes }: { notes: readonly string[] }) {
  return (
    <Card title={texts.found}>
      <ul className="grid gap-1.5">
        {notes.map((note) => (
          <li key={note} className="[overflow-wrap:anywhere]">
            {note}
          </li>
        ))}
      </ul>
    </Card>
  );
}
