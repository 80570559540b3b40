import type { StoredCredential } from '@switchyard/sdk';
import { useState } from 'react';
import { api } from '../api.ts';
import { useChange } from '../change.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input, Select } from '../ui/field.tsx';
import { texts } from './texts.ts';

const PINNED = 'pinned:';

/** A new login, or the parts of a stored one that can change. Typed values are forgotten once they are saved. */
export function LoginForm({ edited, onClose }: { edited: StoredCredential | 'new'; onClose: () => void }) {
  const stored = edited === 'new' ? null : edited;
  const [values, setValues] = useState(() => valuesOf(stored));
  const set = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));
  const save = useChange(() => (stored ? change(stored.id, values) : create(values)), {
    rooms: ['vault'],
    done: stored ? texts.changed : texts.saved,
  });
  return (
    <Dialog
      title={stored ? `${texts.edit} ${stored.domain}` : texts.create}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <form
        autoComplete="off"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutateAsync(undefined).then(onClose, () => undefined);
        }}
      >
        {!stored && <Identity values={values} set={set} />}
        <Secrets values={values} set={set} isStored={stored !== null} />
        <Custody values={values} set={set} />
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {texts.save}
        </Button>
      </form>
    </Dialog>
  );
}

interface Values {
  domain: string;
  username: string;
  password: string;
  totp: string;
  mfa: StoredCredential['mfa'];
  custody: string;
  pinned: string;
}

interface PartProps {
  values: Values;
  set: (part: Partial<Values>) => void;
}

function Identity({ values, set }: PartProps) {
  return (
    <>
      <Field label={texts.domain} hint={texts.domainHint}>
        {(control) => (
          <Input
            {...control}
            required
            value={values.domain}
            onChange={(e) => set({ domain: e.target.value })}
          />
        )}
      </Field>
      <Field label={texts.username}>
        {(control) => (
          <Input
            {...control}
            required
            autoComplete="off"
            value={values.username}
            onChange={(e) => set({ username: e.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function Secrets({ values, set, isStored }: PartProps & { isStored: boolean }) {
  return (
    <>
      <Field label={isStored ? texts.newPassword : texts.password} hint={isStored && texts.keepHint}>
        {(control) => (
          <Input
            {...control}
            type="password"
            required={!isStored}
            autoComplete="new-password"
            value={values.password}
            onChange={(e) => set({ password: e.target.value })}
          />
        )}
      </Field>
      <Field label={texts.totp} hint={isStored ? texts.keepHint : texts.totpHint}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            value={values.totp}
            onChange={(e) => set({ totp: e.target.value, ...(e.target.value && { mfa: 'totp' }) })}
          />
        )}
      </Field>
      <Field label={texts.mfa}>
        {(control) => (
          <Select
            {...control}
            value={values.mfa}
            onChange={(e) => set({ mfa: e.target.value as Values['mfa'] })}
            options={Object.entries(texts.mfaNames).map(([value, label]) => ({ value, label }))}
          />
        )}
      </Field>
    </>
  );
}

function Custody({ values, set }: PartProps) {
  return (
    <>
      <Field label={texts.custody}>
        {(control) => (
          <Select
            {...control}
            value={values.custody}
            onChange={(e) => set({ custody: e.target.value })}
            options={Object.entries(texts.custodyNames).map(([value, label]) => ({ value, label }))}
          />
        )}
      </Field>
      {values.custody === 'pinned' && (
        <Field label={texts.pinned} hint={texts.pinnedHint}>
          {(control) => (
            <Input
              {...control}
              required
              placeholder="local-chromium, deck"
              value={values.pinned}
              onChange={(e) => set({ pinned: e.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function valuesOf(stored: StoredCredential | null): Values {
  const isPinned = stored?.custody.startsWith(PINNED) ?? false;
  return {
    domain: '',
    username: '',
    password: '',
    totp: '',
    mfa: stored?.mfa ?? 'none',
    custody: isPinned ? 'pinned' : (stored?.custody ?? 'trusted_runners'),
    pinned: isPinned ? (stored?.custody.slice(PINNED.length) ?? '') : '',
  };
}

function custodyOf({ custody, pinned }: Values): string {
  return custody === 'pinned' ? `${PINNED}${pinned.replaceAll(/\s+/g, '')}` : custody;
}

function create(values: Values) {
  const { domain, username, password, totp, mfa } = values;
  return api.credentials.create({
    domain,
    username,
    password,
    custody: custodyOf(values),
    mfa,
    ...(totp && { totp_secret: totp }),
  });
}

function change(id: string, values: Values) {
  const { password, totp, mfa } = values;
  return api.credentials.update(id, {
    custody: custodyOf(values),
    mfa,
    ...(password && { password }),
    ...(totp && { totp_secret: totp }),
  });
}
