/** Which runners may see a secret. The grammar is checked here; the filter is applied before routing. */
export type Custody =
  | { policy: 'any' | 'trusted_runners' | 'deck_only' }
  | { policy: 'pinned'; runners: string[] };

interface Candidate {
  slug: string;
  trusted: boolean;
}

export function parseCustody(text: string): Custody | null {
  if (text === 'any' || text === 'trusted_runners' || text === 'deck_only') return { policy: text };
  const pinned = text.match(/^pinned:([a-z0-9@.-]+(?:,[a-z0-9@.-]+)*)$/)?.[1];
  return pinned ? { policy: 'pinned', runners: [...new Set(pinned.split(','))] } : null;
}

export function allows(custody: Custody, candidate: Candidate): boolean {
  switch (custody.policy) {
    case 'any':
      return true;
    case 'trusted_runners':
      return candidate.trusted;
    case 'deck_only':
      return candidate.slug === 'deck';
    case 'pinned':
      return custody.runners.includes(candidate.slug);
  }
}
