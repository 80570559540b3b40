import { readFileSync } from 'node:fs';
import type { RunnerFacts } from './contract.ts';

export const CATEGORIES = ['SOC2', 'HIPAA', 'EU'] as const;
export type Category = (typeof CATEGORIES)[number];

export type RunnerStatus = 'available' | 'needs_key' | 'unreachable' | 'coming_soon';

/** A known runner with whether it can be used here and now, and why not. */
export interface RegistryEntry {
  facts: RunnerFacts;
  status: RunnerStatus;
  reason: string | null;
}

/** Facts about every runner the product knows, read once from the data files in `catalog/`. */
export interface Catalog {
  facts: RunnerFacts[];
  pools: Record<Category, string[]>;
}

const FILES = ['local.json', 'browser-use.json', 'deck.json', 'skyvern.json', 'browser-infra.json'];

export function readCatalog(): Catalog {
  const facts = FILES.flatMap((file) => read(file) as RunnerFacts[]).map((entry) => ({
    ...entry,
    // Who does not say how secrets travel gets none.
    secrets: entry.secrets ?? { channel: 'none', modelSees: false },
  }));
  return { facts, pools: read('categories.json') as Record<Category, string[]> };
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../catalog/${file}`, import.meta.url), 'utf8'));
}
