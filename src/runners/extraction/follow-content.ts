import type { Gate } from '../../platform/net/gate.ts';
import { safeFetch } from '../../platform/net/safe-fetch.ts';
import { siteOf } from '../../platform/net/site.ts';
import type { ProviderAccount, RunnerFacts } from '../contract.ts';
import type { Extracted } from './extraction-engine.ts';

const MAX_BYTES = 20_000_000;
const LIMIT_MS = 60_000;

type Elsewhere = Extract<Extracted, { state: 'elsewhere' }>;

/** Content by reference: fetched by the rules for addresses, and with the key only from the provider's own site. */
export async function followContent(
  { gate, baseUrl, row }: { gate: Gate; baseUrl: string | null; row: { facts: Pick<RunnerFacts, 'name'> } },
  account: ProviderAccount,
  { url, as, key, ...facts }: Elsewhere,
  signal: AbortSignal,
): Promise<Extract<Extracted, { state: 'done' | 'failed' }>> {
  const { name } = row.facts;
  const failed = (reason: string) =>
    ({ ...facts, state: 'failed', code: 'provider_garbage', reason }) as const;
  const address = URL.parse(url);
  if (!address) return failed(`${name} named no address for the content`);
  const own = account.baseUrl ?? baseUrl;
  if (own !== null && siteOf(own) === siteOf(address.href))
    for (const [param, value] of Object.entries(key ?? {})) address.searchParams.set(param, value);
  const answer = await safeFetch(gate, address.href, {
    localAllowed: gate.isLocalTarget(address.href),
    maxBytes: MAX_BYTES,
    timeoutMs: LIMIT_MS,
    signal,
  });
  if (answer.kind === 'unsafe') return failed('its address is not a public one');
  if (answer.kind === 'failed')
    return failed(answer.code === 'too_large' ? 'it is too large' : answer.message);
  if (answer.status !== 200) return failed(`its address answered ${answer.status}`);
  const content = new TextDecoder().decode(answer.body);
  return { ...facts, state: 'done', [as]: content };
}
