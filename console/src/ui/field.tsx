import { Switch as RadixSwitch } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { ChevronDown } from './icons.tsx';

export const inputClass =
  'w-full rounded-md border border-line-strong/60 bg-bg px-2.5 py-1.5 text-sm text-text placeholder:text-muted hover:border-line-strong disabled:opacity-60 aria-invalid:border-bad';

/** A label, its control, a hint, and the fault of the value. The child gets the ids through its function. */
export function Field({
  label,
  hint,
  error,
  children,
  className,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  children: (control: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error || hint;
  return (
    <div className={cn('grid gap-1', className)}>
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={cn('text-xs', error ? 'text-bad' : 'text-muted')}
        >
          {note}
        </p>
      )}
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cn(inputClass, 'h-8', className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...rest} className={cn(inputClass, 'resize-y', className)} />;
}

/** The browser's own list: right on phones, with keyboards and with screen readers. */
export function Select({
  options,
  className,
  ...rest
}: ComponentProps<'select'> & { options: ReadonlyArray<{ value: string; label: string }> }) {
  return (
    <span className={cn('relative block', className)}>
      <select {...rest} className={cn(inputClass, 'h-8 appearance-none py-0! pr-7')}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2.5 right-2 size-3.5 text-muted" />
    </span>
  );
}

export function Checkbox({ label, className, ...rest }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={cn('inline-flex items-center gap-2 text-sm', className)}>
      <input type="checkbox" {...rest} className="size-3.5 accent-accent-fill" />
      {label}
    </label>
  );
}

export function Switch({
  label,
  isOn,
  onChange,
}: {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2">
      <RadixSwitch.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        className="h-4.5 w-8 rounded-full bg-line-strong transition-colors data-[state=checked]:bg-accent-fill"
      >
        <RadixSwitch.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-on-accent transition-transform data-[state=checked]:translate-x-4" />
      </RadixSwitch.Root>
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
