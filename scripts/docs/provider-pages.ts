import { readCatalog } from '../../src/runners/catalog.ts';
import { providerSections } from '../gen-docs.ts';
import type { Page } from './page.ts';

/** One page for each provider of the catalog: its settings, runners, prices, capabilities and limits. */
export function providerPages(): Page[] {
  return providerSections(readCatalog()).map(({ provider, body }) => ({
    address: `/docs/providers/${provider.family}`,
    title: `Connect ${provider.name}`,
    section: 'Connect',
    markdown: `# Connect ${provider.name}\n\n${howTo(provider)}\n\n${body}\n\nAll providers: [runners](../runners.md).\n`,
    file: null,
    listedAt: '/docs/runners',
  }));
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
curl -X PUT $BASE/v1/provider-keys/${family} -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -d '{${parts}}'
\`\`\``;
}
