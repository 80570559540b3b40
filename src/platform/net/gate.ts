import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ifAborted } from '../failure.ts';
import {
  type AddressRange,
  addressProblem,
  isInRange,
  isLoopbackAddress,
  isMetadataAddress,
} from './address.ts';
import { isListed, type LocalTarget } from './local-targets.ts';
import { type PublicUrl, parsePublicUrl, type UrlUse } from './public-url.ts';
import type { Resolver } from './resolver.ts';
import { type Refusal, readUrl, refuse } from './url-parts.ts';

/** Permission to connect to one of these addresses at this port. */
export interface Vetted {
  ok: true;
  url: URL;
  /** Lower case, without brackets or trailing dot. */
  host: string;
  port: number;
  addresses: string[];
}

interface VetOptions {
  use?: UrlUse;
  /** True only for a run whose own target is a listed pair; ignored for webhooks. */
  localAllowed?: boolean;
}

/** Decides about every URL that a caller, a page or a redirect names. */
export interface Gate {
  vet(raw: string, options?: VetOptions): Promise<Vetted | Refusal>;
  /** False for a task without a target. */
  isLocalTarget(raw: string | null): boolean;
}

export interface GateOptions {
  resolver: Resolver;
  localTargets: readonly LocalTarget[];
  /** Further ranges that the operator closes. */
  deniedRanges?: readonly AddressRange[];
  /** Development mode only. */
  allowLoopbackWebhooks?: boolean;
  resolveTimeoutMs?: number;
}

export function createGate(options: GateOptions): Gate {
  const { resolver, localTargets, allowLoopbackWebhooks = false, resolveTimeoutMs = 2_000 } = options;
  const { deniedRanges = [] } = options;

  function isRefused(address: string, exempt: PublicUrl['exempt']): boolean {
    if (exempt === 'listed') return isIP(address) === 0 || isMetadataAddress(address);
    if (exempt === 'loopback') return !isLoopbackAddress(address);
    return addressProblem(address) !== null || deniedRanges.some((range) => isInRange(address, range));
  }

  return {
    async vet(raw, { use = 'target', localAllowed = false } = {}) {
      const parsed = parsePublicUrl(raw, use, {
        allowLoopbackHttp: allowLoopbackWebhooks,
        localTargets: localAllowed ? localTargets : [],
      });
      if (!parsed.ok) return parsed;
      const { url, host, port, exempt } = parsed;
      const addresses = isIP(host) ? [host] : await resolve(resolver, host, resolveTimeoutMs);
      if (addresses.length === 0) return refuse(`the host "${host}" could not be resolved`);
      // One private address refuses the name, because any of its addresses may be used.
      if (addresses.some((address) => isRefused(address, exempt))) {
        return refuse(`the host "${host}" leads to an address that is not public`);
      }
      return { ok: true, url, host, port, addresses };
    },

    isLocalTarget(raw) {
      const parts = raw === null ? null : readUrl(raw);
      return parts?.ok === true && isListed(parts, localTargets);
    },
  };
}

/** Fails closed: no answer, an error and a late answer are all the empty list. */
async function resolve(resolver: Resolver, name: string, timeoutMs: number): Promise<string[]> {
  const answered = new AbortController();
  const late = delay(timeoutMs, [], { signal: answered.signal }).catch(ifAborted([]));
  try {
    return await Promise.race([resolver(name), late]);
  } catch {
    return [];
  } finally {
    answered.abort();
  }
}
