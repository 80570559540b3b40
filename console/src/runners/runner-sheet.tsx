import type { Provider, Runner, RunnerHealth } from '@switchyard/sdk';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { money } from '../ui/format.ts';
import { Check, ExternalLink, Minus, Play, Rows3 } from '../ui/icons.tsx';
import { CopyId } from '../ui/values.tsx';
import { Health } from './health.tsx';
import { ProviderKeyForm } from './provider-key-form.tsx';
import { StateBadge } from './runner-row.tsx';
import { Section } from './section.tsx';
import { capabilities, kinds, texts, units } from './texts.ts';

/** Everything about one runner: its state, its results, its abilities, and the settings that turn it on. */
export function RunnerSheet({
  runner,
  state,
  health,
  pools,
  providers,
  onClose,
}: {
  runner: Runner;
  state: string;
  health: RunnerHealth | undefined;
  pools: readonly string[];
  /** The providers whose accounts it works under. */
  providers: readonly Provider[];
  onClose: () => void;
}) {
  return (
    <Sheet
      title={runner.name}
      description={<CopyId id={runner.slug} />}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <div className="grid gap-6 pt-1">
        <div className="flex flex-wrap items-center gap-2">
          <StateBadge state={state} />
          <Badge>{kinds[runner.kind]}</Badge>
          {pools.map((pool) => (
            <Badge key={pool} tone="info">
              {pool}
            </Badge>
          ))}
        </div>
        {runner.status === 'available' && <NextSteps slug={runner.slug} />}
        <Off runner={runner} providers={providers} />
        {health && runner.status === 'available' && <Health health={health} />}
        {providers
          .filter(({ parts }) => parts.length > 0)
          .map((provider) => (
            <ProviderKeyForm key={provider.family} provider={provider} runner={runner} />
          ))}
        <Section title={texts.can}>
          <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
            {Object.entries(capabilities).map(([name, label]) => (
              <Ability key={name} label={label} isThere={runner.capabilities[name] === true} />
            ))}
          </ul>
        </Section>
        <Section title={texts.about}>
          <About runner={runner} providers={providers} />
        </Section>
      </div>
    </Sheet>
  );
}

function NextSteps({ slug }: { slug: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink look="primary" to="/playground" search={{ routing: slug }}>
        <Play aria-hidden /> {texts.tryIt}
      </ButtonLink>
      <ButtonLink to="/runs" search={{ runner: slug }}>
        <Rows3 aria-hidden /> {texts.itsRuns}
      </ButtonLink>
    </div>
  );
}

function Off({ runner, providers }: { runner: Runner; providers: readonly Provider[] }) {
  const { status, unavailable_reason: reason } = runner;
  if (status === 'available' || !reason) return null;
  const lacking = providers.filter(({ parts }) => parts.length > 0).map(({ name }) => name);
  const isAccount = status === 'needs_key' && lacking.length > 0;
  return (
    <Section title={texts.whyOff}>
      <p className="[overflow-wrap:anywhere]">
        {isAccount ? texts.needsAccount(lacking.join(' and ')) : sentence(reason)}
      </p>
    </Section>
  );
}

function sentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function About({ runner, providers }: { runner: Runner; providers: readonly Provider[] }) {
  const { price, secrets } = runner;
  const docs = runner.docs_url ?? providers.find(({ docs_url }) => docs_url)?.docs_url;
  return (
    <Facts
      facts={[
        ['Provider', providers.find(({ family }) => family === runner.family)?.name ?? runner.family],
        ...(runner.engine ? [['Engine', runner.engine] as const] : []),
        [
          'Price',
          <span key="price" className="number">
            {money(price.usd)} {units[price.unit] ?? `per ${price.unit}`}
          </span>,
        ],
        [
          'Typical task',
          <span key="task">
            <span className="number">{money(price.typical_task_usd)}</span>
            {price.estimated && ' (our estimate: the provider publishes no price that fits)'}
          </span>,
        ],
        [
          'Your logins',
          secrets.channel === 'none'
            ? 'It takes none.'
            : secrets.model_sees
              ? 'It takes them, and its model sees them.'
              : 'It takes them, and no model sees them.',
        ],
        ...(runner.wire ? [['Checked against', checkedAgainst(runner.wire)] as const] : []),
        ...(docs
          ? [
              [
                'Documentation',
                <a
                  key="docs"
                  href={docs}
                  target="_blank"
                  rel="noreferrer"
                  className="text-accent hover:underline"
                >
                  {new URL(docs).host} <ExternalLink aria-hidden className="inline size-3" />
                </a>,
              ] as const,
            ]
          : []),
      ]}
    />
  );
}

function checkedAgainst({ checked, source, version, date }: NonNullable<Runner['wire']>): string {
  if (checked === 'unverified') return texts.unverified;
  return [source, version, date && `(${date})`].filter(Boolean).join(' ');
}

function Ability({ label, isThere }: { label: string; isThere: boolean }) {
  return (
    <li className={isThere ? 'flex items-center gap-2' : 'flex items-center gap-2 text-muted'}>
      {isThere ? (
        <Check aria-label="Yes:" className="size-3.5 text-good" />
      ) : (
        <Minus aria-label="No:" className="size-3.5" />
      )}
      {label}
    </li>
  );
}
