/** The runners that may see a secret. The grammar is checked here; the filter is applied before routing. */
export type Custody =
  | { policy: 'any' | 'trusted_runners' | 'deck_only' }
  | { policy: 'pinned'; runners: string[] };

/** What a runner declares about itself; input of the filter. */
interface DeclaredTrust {
  slug: string;
  trusted: boolean;
  secrets: { modelSees: boolean };
}

/** The policies of one run: every one must allow a runner. */
export interface CustodyRule {
  policies: Custody[];
  source: 'vault' | 'request' | 'vault+request';
  /** Null for inline credentials. */
  credentialId: string | null;
}

/** The facts shown on the run. */
export interface CustodyFacts {
  policy: string;
  source: CustodyRule['source'];
  credentialId: string | null;
  allowedRunners: string[];
  allowedCount: number;
  candidatesBefore: number;
}

const SHOWN_RUNNERS = 40;

/** For messages about an invalid policy. */
export const CUSTODY_FORMS = 'any, trusted_runners, deck_only or pinned:<runner>[,<runner>...]';

export function parseCustody(text: string): Custody | null {
  if (text === 'any' || text === 'trusted_runners' || text === 'deck_only') return { policy: text };
  const pinned = text.match(/^pinned:([a-z0-9@.-]+(?:,[a-z0-9@.-]+)*)$/)?.[1];
  return pinned ? { policy: 'pinned', runners: [...new Set(pinned.split(','))] } : null;
}

/** The policies that a label of `custodyFacts` stands for. An unreadable policy allows no runner. */
export function parseComposed(label: string): Custody[] {
  return label.split('+').map((text) => parseCustody(text) ?? { policy: 'pinned', runners: [] });
}

export function custodyLabel(custody: Custody): string {
  return custody.policy === 'pinned' ? `pinned:${custody.runners.join(',')}` : custody.policy;
}

/** The stored policy AND the request's; null when neither is there. */
export function composeCustody(
  vault: { credentialId: string; custody: Custody } | null,
  request: Custody | null,
): CustodyRule | null {
  const credentialId = vault?.credentialId ?? null;
  if (vault && request) {
    return { policies: [vault.custody, request], source: 'vault+request', credentialId };
  }
  if (vault) return { policies: [vault.custody], source: 'vault', credentialId };
  return request ? { policies: [request], source: 'request', credentialId } : null;
}

export function ruleAllows(rule: CustodyRule, candidate: DeclaredTrust): boolean {
  return rule.policies.every((custody) => allows(custody, candidate));
}

export function custodyFacts(rule: CustodyRule, candidates: DeclaredTrust[]): CustodyFacts {
  const allowed = candidates.filter((candidate) => ruleAllows(rule, candidate)).map(({ slug }) => slug);
  return {
    policy: [...new Set(rule.policies.map(custodyLabel))].join('+'),
    source: rule.source,
    credentialId: rule.credentialId,
    allowedRunners: allowed.slice(0, SHOWN_RUNNERS),
    allowedCount: allowed.length,
    candidatesBefore: candidates.length,
  };
}

export function allows(custody: Custody, candidate: DeclaredTrust): boolean {
  switch (custody.policy) {
    case 'any':
      return true;
    case 'trusted_runners':
      // A trusted runner must also keep the secret from its language model.
      return candidate.trusted && !candidate.secrets.modelSees;
    case 'deck_only':
      return candidate.slug === 'deck';
    case 'pinned':
      return custody.runners.includes(candidate.slug);
  }
}
