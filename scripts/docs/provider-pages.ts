import { readCatalog } from '../../src/runners/catalog.ts';
import { providerSections } from '../gen-docs.ts';
import type { Page } from './page.ts';

/** One page for each provider of the catalog: how it is turned on, its runners, prices and capabilities. */
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
  if (wanted.length === 0) return `${name} needs no key: its runners are on where the program finds them.`;
  const settings = wanted.map(({ setting }) => `${setting}=...`).join(' ');
  const parts = wanted.map(({ name: part }) => `"${part}": "..."`).join(', ');
  return `Give the service your account at ${name}. For every workspace, set it when the service starts:

\`\`\`sh norun wants an account at the provider
${settings} npm start
\`\`\`

For one workspace, store it in the console (Runners) or by the API:

\`\`\`sh norun wants an account at the provider
curl -X PUT $BASE/v1/provider-keys/${family} -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -d '{${parts}}'
\`\`\``;
}
