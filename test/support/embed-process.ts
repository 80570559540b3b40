import { createSwitchyard } from '../../src/embed.ts';

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const switchyard = await createSwitchyard({ databaseUrl, dataDir, llm: 'off', chromiumPath: '/bin/true' });
const { status } = await fetch(`${switchyard.url}/readyz`);
process.stdout.write(String(status));
await switchyard.close();
