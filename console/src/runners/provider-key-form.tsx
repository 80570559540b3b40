import type { Provider, Runner } from '@switchyard/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { api, queries } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Checkbox, Field, Input } from '../ui/field.tsx';
import { KeyRound } from '../ui/icons.tsx';
import { RunnerTest } from './runner-test.tsx';
import { texts } from './texts.ts';

/** The settings that turn a provider on for all workspaces, and the form that turns it on for this one. */
export function ProviderKeyForm({ provider, runner }: { provider: Provider; runner: Runner }) {
  const [isReplacing, setReplacing] = useState(false);
  const { name, own_key } = provider;
  return (
    <section className="rounded-lg border bg-surface p-4">
      <h3 className="mb-1 flex items-center gap-2 text-sm font-semibold">
        <KeyRound aria-hidden className="size-4 text-muted" /> {texts.ownKey(name)}
      </h3>
      {own_key && !isReplacing ? (
        <Stored provider={provider} runner={runner} onReplace={() => setReplacing(true)} />
      ) : (
        <NewKey provider={provider} onDone={() => setReplacing(false)} />
      )}
    </section>
  );
}

function Stored({
  provider: { family, name },
  runner,
  onReplace,
}: {
  provider: Provider;
  runner: Runner;
  onReplace: () => void;
}) {
  const remove = async () => {
    try {
      await api.keys.deleteProviderKey(family);
      toast.success(texts.removed);
      await queries.invalidateQueries({ queryKey: ['runners'] });
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  return (
    <>
      <p className="mb-3 text-muted">{texts.stored}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onReplace}>{texts.replace}</Button>
        <Confirm
          trigger={(open) => <Button onClick={open}>{texts.remove}</Button>}
          title={texts.removeTitle(name)}
          description={texts.removeNote}
          confirm={texts.remove}
          onConfirm={remove}
        />
        {runner.status === 'available' && <RunnerTest runner={runner} />}
      </div>
    </>
  );
}

function NewKey({ provider: { family, name, parts }, onDone }: { provider: Provider; onDone: () => void }) {
  const { register, handleSubmit, reset, formState } = useForm<Record<string, string>>();
  const [isTested, setTested] = useState(true);
  const save = useMutation({
    mutationFn: (values: Record<string, string>) => {
      const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
      return api.keys.setProviderKey(family, {
        ...Object.fromEntries(given.map(([part, value]) => [part, value.trim()])),
        test: isTested,
      });
    },
    onSuccess: async ({ check }) => {
      toast.success(
        check === 'accepted' ? texts.accepted(name) : isTested ? texts.untested(name) : texts.saved,
      );
      reset();
      onDone();
      await queries.invalidateQueries({ queryKey: ['runners'] });
    },
  });
  return (
    <form className="grid gap-3" onSubmit={handleSubmit((values) => save.mutate(values))}>
      <p className="text-muted">{texts.ownKeyNote}</p>
      {parts.map(({ name: part, setting, optional }) => (
        <Field
          key={part}
          label={`${labelOf(part)}${optional ? ' (optional)' : ''}`}
          hint={texts.setting(setting)}
          error={formState.errors[part] && texts.missing}
        >
          {(control) => (
            <Input
              {...control}
              {...register(part, { validate: (value) => optional || value.trim() !== '' })}
              type="password"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      ))}
      <Checkbox
        label={texts.testFirst}
        checked={isTested}
        onChange={({ target }) => setTested(target.checked)}
      />
      {save.isError && (
        <p role="alert" className="text-bad">
          {save.error.message}
        </p>
      )}
      <div>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {texts.store}
        </Button>
      </div>
    </form>
  );
}

/** `project_id` as people write it. */
function labelOf(part: string): string {
  const words = part
    .replaceAll('_', ' ')
    .replace(/\bapi\b/, 'API')
    .replace(/\bid\b/, 'ID')
    .replace(/\burl\b/, 'URL');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
