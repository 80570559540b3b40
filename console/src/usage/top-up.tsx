import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, currentSession } from '../api.ts';
import { useChange } from '../change.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';
import { texts } from './texts.ts';

/** Leads to the pages of the payment provider; a key with limits sees neither button. */
export function TopUp() {
  const [isOpen, setOpen] = useState(false);
  const [amount, setAmount] = useState('25');
  const session = useQuery({ queryKey: ['session'], queryFn: currentSession });
  const leave = async (page: PromiseLike<{ url: string }>) => location.assign((await page).url);
  const pay = useChange(
    () => leave(api.call('billing.checkout', { body: { credits_usd: Number(amount) } })),
    { rooms: [] },
  );
  const portal = useChange(() => leave(api.call('billing.portal', {})), { rooms: [] });
  if (!session.data?.may.buy_credits) return null;
  return (
    <>
      <Button isBusy={portal.isPending} onClick={() => portal.mutate(undefined)}>
        {texts.invoices}
      </Button>
      <Button look="primary" onClick={() => setOpen(true)}>
        {texts.topUp}
      </Button>
      <Dialog title={texts.topUp} isOpen={isOpen} onOpenChange={setOpen}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            pay.mutate(undefined);
          }}
        >
          <Field label={texts.amount} hint={texts.amountHint}>
            {(control) => (
              <Input
                {...control}
                type="number"
                min={5}
                max={10_000}
                step={0.01}
                required
                value={amount}
                onChange={(event) => setAmount(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" look="primary" isBusy={pay.isPending}>
            {texts.topUp}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
