/** The order of the documentation: headings with their pages, as paths from the root of the repository. */
export const NAVIGATION: ReadonlyArray<{ title: string; files: readonly string[] }> = [
  {
    title: 'Start',
    files: ['docs/quick-start.md', guide('ways-in'), 'docs/concepts.md', 'docs/glossary.md'],
  },
  {
    title: 'Tasks',
    files: [
      'structured-answers',
      'routing',
      'costs-and-limits',
      'questions',
      'learning-sweeps',
      'reading',
      'acting',
      'streaming',
      'watching',
      'files',
      'idempotency',
      'webhooks',
    ].map(guide),
  },
  {
    title: 'Connect',
    files: [...['models', 'own-agents', 'vault', 'browsers'].map(guide), 'docs/runners.md'],
  },
  { title: 'Clients', files: ['clients', 'command-line', 'mcp'].map(guide) },
  {
    title: 'Self-hosting',
    files: [
      'one-machine',
      'several-machines',
      'containers',
      'kubernetes',
      'proxy',
      'backups',
      'embedding',
      'upgrades',
    ].map((name) => `docs/self-hosting/${name}.md`),
  },
  {
    title: 'Operate',
    files: [
      ...['running', 'postgres', 'alerts', 'accounts', 'billing'].map(guide),
      guide('data'),
      'docs/security.md',
      'docs/reliability.md',
      'docs/scale.md',
    ],
  },
  {
    title: 'Reference',
    files: [
      'docs/errors.md',
      'docs/benchmarks.md',
      'docs/comparison.md',
      'docs/api-changelog.md',
      'CHANGELOG.md',
    ],
  },
];

function guide(name: string): string {
  return `docs/guides/${name}.md`;
}

/** The address of a repository file in the documentation. */
export function addressOf(file: string): string {
  const name = file.replace(/^docs\//, '').replace(/\.md$/, '');
  return name === 'quick-start' ? '/docs' : `/docs/${name.toLowerCase()}`;
}
