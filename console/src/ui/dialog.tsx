import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { X } from './icons.tsx';

interface DialogProps {
  title: string;
  description?: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children?: ReactNode;
  /** Buttons at the bottom right. */
  actions?: ReactNode;
}

const OVERLAY = 'fixed inset-0 z-40 bg-[#0009]';

export function Dialog(props: DialogProps & { isWide?: boolean }) {
  return (
    <Layer
      {...props}
      firstFocus="form :is(input, textarea)"
      className={cn(
        'top-[10vh] left-1/2 max-h-[80vh] w-[calc(100vw-24px)] -translate-x-1/2 rounded-lg border',
        props.isWide ? 'max-w-3xl' : 'max-w-md',
      )}
    />
  );
}

/** A panel from the side, over the whole width on a phone. */
export function Sheet({ side = 'right', ...props }: DialogProps & { side?: 'left' | 'right' }) {
  return (
    <Layer
      {...props}
      className={cn(
        'inset-y-0 w-full',
        side === 'left' ? 'left-0 max-w-64 border-r' : 'right-0 max-w-lg border-l',
      )}
    />
  );
}

function Layer({
  title,
  description,
  isOpen,
  onOpenChange,
  children,
  actions,
  className,
  firstFocus,
}: DialogProps & { className: string; firstFocus?: string }) {
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            const first =
              firstFocus && (event.currentTarget as Element).querySelector<HTMLElement>(firstFocus);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={(event) => {
            // Radix gives the focus back to its own triggers only.
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          className={cn('fixed z-50 flex flex-col bg-raised shadow-pop outline-none', className)}
        >
          <header className="flex items-start gap-3 px-4 pt-3 pb-2">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <Button look="quiet" size="small" aria-label="Close" className="w-6 px-0">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </header>
          <div className="bare-scroll min-h-0 flex-1 overflow-y-auto px-4 pb-4">{children}</div>
          {actions && <footer className="flex justify-end gap-2 border-t px-4 py-3">{actions}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Asks before an action that cannot be undone. `trigger` opens it; the dialog closes when `onConfirm` is done. */
export function Confirm({
  trigger,
  title,
  description,
  confirm,
  onConfirm,
  isDanger = true,
}: {
  trigger: (open: () => void) => ReactNode;
  title: string;
  description: ReactNode;
  confirm: string;
  onConfirm: () => Promise<unknown> | unknown;
  isDanger?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      await onConfirm();
      setOpen(false);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {trigger(() => setOpen(true))}
      <Dialog
        title={title}
        description={description}
        isOpen={isOpen}
        onOpenChange={setOpen}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Keep</Button>
            <Button look={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onClick={() => void act()}>
              {confirm}
            </Button>
          </>
        }
      />
    </>
  );
}
