export type WorkspacePlan = 'standard' | 'enterprise';

export const RETENTIONS = ['24h', '7d', '30d'] as const;
export type Retention = (typeof RETENTIONS)[number];

/** For every workspace that cannot choose, or did not. */
export const DEFAULT_RETENTION: Retention = '7d';
