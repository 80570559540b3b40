import { Command } from 'cmdk';
import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { cn } from './cn.ts';
import { inputClass } from './field.tsx';
import { Check, ChevronDown } from './icons.tsx';

export interface ComboOption {
  value: string;
  label: string;
  /** To the right of the label, such as a price. */
  note?: ReactNode;
  group?: string;
  /** More words that find it. */
  keywords?: string[];
}

/** One value of many, found by typing. `id` and the aria props come from `Field`. */
export function Combobox({
  options,
  value,
  onChange,
  placeholder = 'Choose',
  empty = 'Nothing fits.',
  className,
  ...control
}: {
  options: readonly ComboOption[];
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  empty?: string;
  className?: string;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        {...control}
        className={cn(inputClass, 'flex h-8 items-center justify-between gap-2 text-left', className)}
      >
        <span className={cn('truncate', !chosen && 'text-muted')}>
          {chosen?.label ?? (value || placeholder)}
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 w-(--radix-popover-trigger-width) min-w-64 overflow-hidden rounded-lg border bg-raised shadow-pop"
        >
          <Command label={control['aria-label'] ?? placeholder}>
            <Command.Input
              placeholder="Search"
              className="h-9 w-full border-b bg-transparent px-3 text-sm outline-none placeholder:text-muted"
            />
            <Command.List className="bare-scroll max-h-72 overflow-y-auto p-1">
              <Command.Empty className="px-2 py-4 text-center text-muted">{empty}</Command.Empty>
              {[...Map.groupBy(options, ({ group }) => group ?? '')].map(([group, members]) => (
                <Command.Group
                  key={group}
                  heading={group || undefined}
                  className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:py-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-muted"
                >
                  {members.map((option) => (
                    <Command.Item
                      key={option.value}
                      value={option.value}
                      keywords={[option.label, ...(option.keywords ?? [])]}
                      onSelect={() => {
                        onChange(option.value);
                        setOpen(false);
                      }}
                      className="flex h-7 items-center gap-2 rounded-md px-2 text-sm data-[selected=true]:bg-hover"
                    >
                      <Check aria-hidden className={cn('size-3.5', option.value !== value && 'invisible')} />
                      <span className="min-w-0 flex-1 truncate">{option.label}</span>
                      {option.note && <span className="number text-xs text-muted">{option.note}</span>}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
