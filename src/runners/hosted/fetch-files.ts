import type { Gate } from '../../platform/net/gate.ts';
import { safeFetch } from '../../platform/net/safe-fetch.ts';
import type { CapturedFile } from '../contract.ts';
import type { FileLink } from './hosted-provider.ts';

const MAX_FILES = 20;
const MAX_BYTES = 30_000_000;

/** A provider's links to files are good for minutes: what is behind them is fetched at once. */
export async function fetchFiles(
  { gate }: { gate: Gate },
  links: FileLink[],
  signal: AbortSignal,
): Promise<CapturedFile[]> {
  const fetched = await Promise.all(
    links.slice(0, MAX_FILES).map(async ({ kind, name, url }) => {
      const localAllowed = gate.isLocalTarget(url);
      const answer = await safeFetch(gate, url, {
        localAllowed,
        maxBytes: MAX_BYTES,
        timeoutMs: 30_000,
        signal,
      });
      if (answer.kind !== 'response' || answer.status !== 200) return null;
      const contentType = answer.headers['content-type'] ?? 'application/octet-stream';
      return { kind, name: name.slice(0, 200) || 'file', contentType, bytes: answer.body };
    }),
  );
  return fetched.filter((file) => file !== null);
}
