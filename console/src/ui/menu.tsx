import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './cn.ts';

export interface MenuItem {
  label: ReactNode;
  onSelect: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
}

/** The trigger is one button. */
export function Menu({ trigger, items }: { trigger: ReactElement; items: readonly MenuItem[] }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 rounded-lg border bg-raised p-1 shadow-pop"
        >
          {items.map((item, at) => (
            <DropdownMenu.Item
              // biome-ignore lint/suspicious/noArrayIndexKey: the items of a menu do not move
              key={at}
              disabled={item.isDisabled ?? false}
              onSelect={item.onSelect}
              className={cn(
                'flex h-7 items-center gap-2 rounded-md px-2 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-3.5',
                item.isDanger && 'text-bad',
              )}
            >
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
