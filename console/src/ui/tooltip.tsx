import { Tooltip } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** A tip for one focusable element. */
export function Tip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      {/* Inside a landmark, like everything else that is read. */}
      <Tooltip.Portal container={document.getElementById('screen')}>
        <Tooltip.Content
          sideOffset={5}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md bg-text px-2 py-1 text-xs text-bg shadow-pop"
        >
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** Text with a tip: it takes the focus, so that the keyboard reaches the tip. */
export function TipText({
  text,
  children,
  className,
}: {
  text: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <Tip text={text}>
      <span tabIndex={0} className={className}>
        {children}
      </span>
    </Tip>
  );
}

export const TipProvider = Tooltip.Provider;
