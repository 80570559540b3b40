import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../api.ts';
import { hasSecret } from '../secret-words.ts';
import { keyNames } from '../shell/shortcut-sheet.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Checkbox, Field, Input, Select, Textarea } from '../ui/field.tsx';
import { Play, X } from '../ui/icons.tsx';
import { Kbd } from '../ui/values.tsx';
import { type Draft, MOST_COMPARED, type Problems } from './draft.ts';
import { SchemaEditor } from './schema-editor.tsx';
import { PROFILES, texts } from './texts.ts';
import { useRoutingOptions, useRunnerOptions } from './use-runners.ts';

interface FormProps {
  draft: Draft;
  problems: Problems;
  onChange: (part: Partial<Draft>) => void;
}

export function TaskForm({
  isBusy,
  onRun,
  ...props
}: FormProps & {
  isBusy: boolean;
  onRun: () => void;
}) {
  const { draft, problems, onChange } = props;
  const task = useRef<HTMLTextAreaElement>(null);
  useEffect(() => task.current?.focus({ preventScroll: true }), []);
  return (
    <form
      aria-label={texts.task}
      className="flex flex-col lg:max-h-[calc(100dvh-32px)]"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <div className="bare-scroll grid min-h-0 flex-1 gap-4 overflow-y-auto p-4">
        <Field label={texts.task} hint={texts.taskHint} error={problems.task}>
          {(control) => (
            <Textarea
              {...control}
              ref={task}
              rows={4}
              className="text-base"
              placeholder="What is the price of this product?"
              value={draft.task}
              onChange={({ target }) => onChange({ task: target.value })}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onRun();
              }}
            />
          )}
        </Field>
        {hasSecret(draft.task) && (
          <p role="status" className="flex flex-wrap items-center gap-2 rounded-md tint-warn px-3 py-2">
            <span className="min-w-0 flex-1 basis-48">{texts.secretInTask}</span>
            <ButtonLink to="/vault" search={{ new: '1' } as never} size="small">
              {texts.storeLogin}
            </ButtonLink>
          </p>
        )}
        <Field label={texts.url} hint={texts.urlHint}>
          {(control) => (
            <Input
              {...control}
              inputMode="url"
              spellCheck={false}
              placeholder="https://shop.example/products/kettle"
              value={draft.url}
              onChange={({ target }) => onChange({ url: target.value })}
            />
          )}
        </Field>
        <SchemaEditor
          value={draft.schema}
          problem={problems.schema}
          onChange={(schema) => onChange({ schema })}
        />
        <Choice {...props} />
      </div>
      <div className="flex items-center gap-3 border-t p-4 py-3">
        <Button type="submit" look="primary" isBusy={isBusy} className="h-9 px-5">
          <Play aria-hidden /> {draft.compare.length > 1 ? texts.runAll : texts.run}
        </Button>
        <span className="flex gap-1 max-sm:hidden">
          {keyNames('$mod+Enter').map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      </div>
    </form>
  );
}

/** The routing, or up to four runners side by side. */
function Choice({ draft, problems, onChange }: FormProps) {
  const routings = useRoutingOptions();
  const isCompared = draft.compare.length > 0;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
      {!isCompared && (
        <>
          <Field label={texts.routing}>
            {(control) => (
              <Combobox
                {...control}
                options={routings}
                value={draft.routing}
                onChange={(routing) => onChange({ routing })}
              />
            )}
          </Field>
          <Field label={texts.profile}>
            {(control) => (
              <Select
                {...control}
                value={draft.profile}
                disabled={draft.routing !== 'smart'}
                onChange={({ target }) => onChange({ profile: target.value })}
                options={PROFILES}
              />
            )}
          </Field>
        </>
      )}
      <Field label={texts.ceiling} hint={texts.ceilingHint} error={problems.ceiling}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={draft.ceiling}
            onChange={({ target }) => onChange({ ceiling: target.value.trim() })}
          />
        )}
      </Field>
      <Login value={draft.credential} onChange={(credential) => onChange({ credential })} />
      <Checkbox
        className="col-span-full"
        label={texts.questions}
        checked={draft.questions}
        onChange={({ target }) => onChange({ questions: target.checked })}
      />
      <Compared draft={draft} onChange={onChange} />
    </div>
  );
}

/** A stored login to sign in with; hidden while none is stored. */
function Login({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const logins = useQuery({
    queryKey: ['vault', 'credentials'],
    queryFn: async ({ signal }) => (await api.credentials.list({ signal })).data,
  });
  if (!logins.data || logins.data.length === 0) return null;
  const options = logins.data.map(({ id, domain, username_masked }) => ({
    value: id,
    label: `${domain}, ${username_masked}`,
  }));
  return (
    <Field label={texts.credential}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          options={[{ value: '', label: texts.noCredential }, ...options]}
        />
      )}
    </Field>
  );
}

function Compared({ draft: { compare }, onChange }: Pick<FormProps, 'draft' | 'onChange'>) {
  const runners = useRunnerOptions().filter(({ value }) => !compare.includes(value));
  return (
    <fieldset className="col-span-full">
      <legend className="mb-1 text-xs font-medium text-muted">{texts.compare}</legend>
      <ul className="mb-2 flex flex-wrap gap-1.5 empty:hidden">
        {compare.map((slug) => (
          <li key={slug} className="flex items-center rounded-md border bg-surface pl-2">
            <code>{slug}</code>
            <IconButton
              label={`Remove ${slug}`}
              size="small"
              onClick={() => onChange({ compare: compare.filter((one) => one !== slug) })}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
      {compare.length < MOST_COMPARED && (
        <Combobox
          aria-label={texts.addRunner}
          placeholder={texts.addRunner}
          options={runners}
          value=""
          onChange={(slug) => onChange({ compare: [...compare, slug] })}
        />
      )}
      <p className="mt-1 text-xs text-muted">{texts.compareHint}</p>
    </fieldset>
  );
}
