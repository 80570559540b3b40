import type { RequestListener } from 'node:http';
import { createGate, type Gate } from './gate.ts';
import { serve } from './loopback.fixture.ts';
import type { Resolver } from './resolver.ts';
import { type SafeFetchOptions, type SafeFetchResult, safeFetch } from './safe-fetch.ts';

export const limits = { localAllowed: true, maxBytes: 1_000_000, timeoutMs: 5_000 };

/** Opens shop.example and mall.example at the server's port; `resolver` answers all other names. */
export function gateFor(port: number, resolver: Resolver = async () => ['127.0.0.1']): Gate {
  const hosts = ['shop.example', 'mall.example', '127.0.0.1'];
  return createGate({ resolver, localTargets: hosts.map((host) => ({ host, port })) });
}

/** Serves one fetch of shop.example and answers its result. */
export async function fetchFrom(
  listener: RequestListener,
  options: Partial<SafeFetchOptions> & { path?: string } = {},
) {
  await using server = await serve(listener);
  const dialled: string[] = [];
  const result = await safeFetch(
    gateFor(server.port),
    `http://shop.example:${server.port}${options.path ?? '/'}`,
    {
      ...limits,
      onDial: (address, port) => dialled.push(`${address}:${port}`),
      ...options,
    },
  );
  return { result, dialled, port: server.port };
}

export function bodyOf(result: SafeFetchResult): string {
  if (result.kind !== 'response') throw new Error(`no response but ${JSON.stringify(result)}`);
  return Buffer.from(result.body).toString();
}
