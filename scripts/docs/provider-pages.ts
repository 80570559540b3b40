import { type CatalogRow, type ProviderFacts, readCatalog } from '../../src/runners/catalog.ts';
import { providerSections } from '../gen-docs.ts';
import { BASE } from './api-samples.ts';
import { type Page, pageOf } from './page.ts';

/** One page for each provider of the catalog: its settings, runners, prices, capabilities and limits. */
export function providerPages(): Page[] {
  const sections = providerSections(readCatalog());
  const pages = sections.map(({ provider, body }) =>
    pageOf(
      `# Connect ${provider.name}\n\n${howTo(provider)}\n\n${body}\n\nAll providers: [runners](../runners.md).\n`,
      { ...PLACE, address: `/docs/providers/${provider.family}` },
    ),
  );
  return [comparisonPage(sections.map(({ provider }) => provider)), ...pages];
}

const PLACE = { section: 'Connect', file: null, listedAt: '/docs/runners' };

/** What adapters of a kind read in any case, and leave alone where the catalog says nothing else. */
const BY_KIND: Record<string, { name: string; reads: string; leaves: string }> = {
  hosted: { name: 'agents', reads: 'state', leaves: 'schedules, profiles' },
  infra: {
    name: 'browsers',
    reads: 'session, address of the browser',
    leaves: 'agents, profiles, recordings and files of the provider',
  },
  extraction: { name: 'pages', reads: 'title, status', leaves: 'crawls, searches, batches' },
};

/** What every adapter was compared with, and what it reads and leaves alone. */
function comparisonPage(providers: ProviderFacts[]): Page {
  const rows = providers.flatMap(({ family, name, notServed }) =>
    adaptersOf(family).map(({ adapter, reads, facts: { wire } }) => {
      const [kind = '', file = ''] = adapter.split('/');
      const { name: what = '', reads: always = '', leaves = '' } = BY_KIND[kind] ?? {};
      return [
        `[${name}](${family}.md), ${what}`,
        `\`${file}\``,
        !wire || wire.checked === 'unverified' ? 'documentation alone' : `${wire.checked}: ${wire.source}`,
        wire?.version ?? '',
        wire?.date ?? '',
        [always, ...reads].join(', '),
        notServed.join(', ') || leaves,
      ].join(' | ');
    }),
  );
  const head = [
    'provider',
    'adapter',
    'checked against',
    'version',
    'date',
    'read besides the answer',
    'not served',
  ];
  return pageOf(
    `# Adapters and their providers

Tests compare an adapter with the provider's own client (\`sdk\`), or with its published API description, server code or a client in
another language (\`published\`). The others were compared with the documentation alone: their first call may show a difference,
and smart routing prefers a checked runner of equal value until one of their attempts succeeds.

| ${head.join(' | ')} |
|${head.map(() => '---').join('|')}|
${rows.map((row) => `| ${row} |`).join('\n')}
`,
    { ...PLACE, address: '/docs/providers' },
  );
}

/** One row of each adapter that calls this provider. */
function adaptersOf(family: string): CatalogRow[] {
  const called = readCatalog().rows.filter(({ facts }) => facts.family === family && facts.wire);
  return [...new Map(called.map((row) => [row.adapter, row])).values()];
}

function howTo({ name, family, secrets }: ReturnType<typeof providerSections>[number]['provider']): string {
  const wanted = secrets.filter(({ isOptional }) => !isOptional);
  if (wanted.length === 0)
    return `${name} needs no key: its runners work when the service finds the program.`;
  const settings = wanted.map(({ setting }) => `${setting}=...`).join(' ');
  const parts = wanted.map(({ name: part }) => `"${part}": "..."`).join(', ');
  return `Connect your account at ${name} to use its runners. Settings connect it for every workspace:

\`\`\`sh norun wants an account at the provider
${settings} npm start
\`\`\`

The console (Runners) or the API connects it for one workspace:

\`\`\`sh norun wants an account at the provider
curl -X PUT ${BASE}/v1/provider-keys/${family} -H "Authorization: Bearer $SWITCHYARD_API_KEY" \\
  -H 'Content-Type: application/json' -d '{${parts}}'
\`\`\``;
}
