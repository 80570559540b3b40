import type { Gate } from '../../platform/net/gate.ts';
import { safeFetch } from '../../platform/net/safe-fetch.ts';
import type { AttemptResult, CapturedFile } from '../contract.ts';
import type { FileLink } from './hosted-provider.ts';

const MAX_FILES = 20;
const MAX_BYTES = 30_000_000;
const OCTETS = 'application/octet-stream';

const NOT_FETCHED = 'The provider did not hand the file over.';

/** A provider's links to files are good for minutes: what is behind them is fetched at once, and listed where it cannot be. */
export async function fetchFiles(
  { gate, ownUrl, headers }: { gate: Gate; ownUrl: string | null; headers: Record<string, string> },
  links: FileLink[],
  signal: AbortSignal,
): Promise<Required<Pick<AttemptResult, 'files' | 'oversized'>>> {
  const fetched = await Promise.all(
    links.slice(0, MAX_FILES).map(async ({ kind, name, url, needsKey }) => {
      const localAllowed = gate.isLocalTarget(url);
      const answer = await safeFetch(gate, url, {
        localAllowed,
        ...(needsKey && ownUrl !== null && originOf(url) === originOf(ownUrl) && { headers }),
        maxBytes: MAX_BYTES,
        timeoutMs: 30_000,
        signal,
      });
      const known = { kind, name: name.slice(0, 200) || 'file', url };
      if (answer.kind !== 'response' || answer.status !== 200)
        return { ...known, contentType: OCTETS, sizeBytes: 0, reason: NOT_FETCHED };
      const contentType = answer.headers['content-type'] ?? OCTETS;
      return { ...known, contentType, bytes: answer.body } satisfies CapturedFile;
    }),
  );
  return {
    files: fetched.filter((file) => 'bytes' in file),
    oversized: fetched.filter((file) => 'sizeBytes' in file),
  };
}

function originOf(url: string): string | null {
  return URL.parse(url)?.origin ?? null;
}
