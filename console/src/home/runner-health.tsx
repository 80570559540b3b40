import type { RunnerCatalog } from '@switchyard/sdk';
import { useCatalog } from '../playground/use-runners.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { Money } from '../ui/values.tsx';
import { texts } from './texts.ts';

const SHOWN = 10;

/** Which runners can be used now. */
export function RunnerHealth() {
  const catalog = useCatalog();
  return (
    <Card
      title={texts.runners}
      isFlush
      actions={
        <ButtonLink to="/runners" size="small" look="quiet">
          {texts.allRunners}
        </ButtonLink>
      }
    >
      <Loaded query={catalog}>{(data) => <Usable catalog={data} />}</Loaded>
    </Card>
  );
}

function Usable({ catalog: { runners, counts } }: { catalog: RunnerCatalog }) {
  const on = runners.filter(({ status }) => status === 'available');
  return (
    <>
      <ul className="divide-y">
        {on.slice(0, SHOWN).map(({ slug, price }) => (
          <li key={slug} className="flex items-center gap-3 px-4 py-1.5">
            <code className="min-w-0 flex-1 truncate">{slug}</code>
            <Money usd={price.typical_task_usd} className="text-xs text-muted" />
            <Badge tone="good">On</Badge>
          </li>
        ))}
      </ul>
      <p className="border-t px-4 py-2 text-xs text-muted">
        {counts.available} of {counts.runners} runners are on.
      </p>
    </>
  );
}
