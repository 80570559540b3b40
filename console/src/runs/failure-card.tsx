import { Button, ButtonLink } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { CircleAlert } from '../ui/icons.tsx';
import type { Cure, Failure } from './outcome.ts';
import { texts } from './texts.ts';

/** What happened, whose fault it is, what helps, and the button that does it. */
export function FailureCard({
  failure: { what, whose, advice, cure },
  onAgain,
}: {
  failure: Failure;
  onAgain: (change: Extract<Cure, { again: object }>['again']) => void;
}) {
  return (
    <section aria-label={texts.failure} className="grid gap-3 rounded-lg border border-bad/40 tint-bad p-4">
      <h2 className="flex items-start gap-2 text-base font-semibold text-bad">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          {what}
        </span>
      </h2>
      <Facts
        facts={[
          [texts.cause, whose],
          [texts.whatHelps, advice],
        ]}
      />
      <div>
        {'to' in cure ? (
          <ButtonLink to={cure.to} look="primary">
            {cure.label}
          </ButtonLink>
        ) : (
          <Button look="primary" onClick={() => onAgain(cure.again)}>
            {cure.label}
          </Button>
        )}
      </div>
    </section>
  );
}
