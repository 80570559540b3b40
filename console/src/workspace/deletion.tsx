import { useState } from 'react';
import { toast } from 'sonner';
import { api } from '../api.ts';
import { useChange } from '../change.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';
import { texts } from './texts.ts';

/** Deletions that cannot be undone: each asks, and the account wants its words typed. */
export function Deletion() {
  const purge = useChange(() => api.workspace.purge(), { rooms: ['runs', 'overview'] });
  return (
    <Card title={texts.danger}>
      <div className="flex flex-wrap gap-2">
        <Confirm
          title={texts.purgeTitle}
          description={texts.purgeHelp}
          confirm={texts.purge}
          onConfirm={async () => {
            const { removed } = await purge.mutateAsync(undefined);
            toast.success(texts.purged(removed.runs));
          }}
          trigger={(open) => <Button onClick={open}>{texts.purge}</Button>}
        />
        <DeleteAccount />
      </div>
    </Card>
  );
}

function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useChange(() => api.call('account.delete', { body: { confirm: texts.confirmWords } }), {
    rooms: [],
  });
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {texts.delete}
      </Button>
      <Dialog title={texts.delete} description={texts.deleteHelp} isOpen={isOpen} onOpenChange={setOpen}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            remove.mutateAsync(undefined).then(
              () => location.assign('/sign-in'),
              () => undefined,
            );
          }}
        >
          <Field label={texts.confirmLabel}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <Button
            type="submit"
            look="danger"
            disabled={typed !== texts.confirmWords}
            isBusy={remove.isPending}
          >
            {texts.delete}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
