import type { Gate } from '../../platform/net/gate.ts';
import { safeFetch } from '../../platform/net/safe-fetch.ts';
import type { AttemptResult, CapturedFile } from '../contract.ts';
import type { FileLink } from './hosted-provider.ts';

const MAX_FILES = 20;
const MAX_BYTES = 30_000_000;
const OCTETS = 'application/octet-stream';

/** A provider's links to files are good for minutes: the files are fetched at once, and listed where they cannot be. */
export async function fetchFiles(
  { gate, ownUrl, headers }: { gate: Gate; ownUrl: string | null; headers: Record<string, string> },
  links: FileLink[],
  signal: AbortSignal,
): Promise<Required<Pick<AttemptResult, 'files' | 'missed'>>> {
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
      const missed = { ...known, contentType: OCTETS, sizeBytes: 0 };
      if (answer.kind === 'failed' && answer.code === 'too_large')
        return { ...missed, sizeBytes: MAX_BYTES, why: 'too_large' as const };
      if (answer.kind !== 'response' || answer.status !== 200)
        return { ...missed, why: 'not_fetched' as const };
      const contentType = answer.headers['content-type'] ?? OCTETS;
      return { ...known, contentType, bytes: answer.body } satisfies CapturedFile;
    }),
  );
  return {
    files: fetched.filter((file) => 'bytes' in file),
    missed: fetched.filter((file) => 'why' in file),
  };
}

function originOf(url: string): string | null {
  return URL.parse(url)?.origin ?? null;
}
