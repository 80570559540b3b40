import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { LoaderCircle } from './icons.tsx';
import { Tip } from './tooltip.tsx';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent-fill text-on-accent border-transparent hover:brightness-110',
  plain: 'bg-raised text-text border-line hover:bg-hover',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-hover hover:text-text',
  danger: 'bg-bad-fill text-on-accent border-transparent hover:brightness-110',
};

function classesOf(look: Look, size: 'small' | 'normal', extra?: string): string {
  return cn(
    'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none',
    'transition-colors disabled:opacity-50 aria-busy:[&_svg~svg]:hidden [&_svg]:size-3.5 [&_svg]:shrink-0',
    size === 'small' ? 'h-6 px-2 text-xs' : 'h-8 px-3 text-sm',
    LOOKS[look],
    extra,
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  size?: 'small' | 'normal';
  /** Work is under way: the button shows it, and a second press does nothing. */
  isBusy?: boolean;
}

export function Button({
  look = 'plain',
  size = 'normal',
  isBusy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={classesOf(look, size, className)}
    >
      {isBusy && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  );
}

/** A button that is only an icon; the label is its name and its tip. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ButtonProps, 'children'> & { label: string; children: ReactNode }) {
  return (
    <Tip text={label}>
      <Button
        look="quiet"
        aria-label={label}
        {...rest}
        className={cn(rest.size === 'small' ? 'w-6 px-0' : 'w-8 px-0', className)}
      >
        {children}
      </Button>
    </Tip>
  );
}

export function ButtonLink({
  look = 'plain',
  size = 'normal',
  className,
  ...rest
}: LinkProps & { look?: Look; size?: 'small' | 'normal'; className?: string }) {
  return <Link {...rest} className={classesOf(look, size, className)} />;
}
