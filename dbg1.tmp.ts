import { chromium } from 'playwright-core';
import { serveSite } from './src/browser/browser.fixture.ts';
import { launchOptions } from './src/browser/launch-options.ts';
import { mkdtemp } from 'node:fs/promises';
const site = await serveSite({ '/': `<h1>Docs</h1><button onclick="window.open('/two')">Contract 2026</button>`, '/two': '<h1>Contract</h1><p>Notice period: 6 weeks</p>' });
const m = process.argv[2] ?? '';
const folder = await mkdtemp('/tmp/dbg-');
const own = launchOptions({ isRoot: true, platform: 'linux', folder, omit: [] } as never);
const browser = await chromium.launch(m.includes('l') ? { ...own, executablePath: '/usr/bin/chromium' } : { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
let silent = 0;
for (let i = 0; i < 8; i++) {
  const context = await browser.newContext(m.includes('w') ? { serviceWorkers: 'block' } : {});
  if (m.includes('r')) await context.route((u) => u.protocol === 'data:', (r) => r.fallback());
  const page = await context.newPage();
  let popup = null;
  context.on('page', (p) => { popup = p; if (m.includes('c')) p.on('request', () => context.newCDPSession(p).then((s) => s.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 50000000 }))); });
  await page.goto(site.origin);
  await page.locator('button').click();
  while (!popup) await new Promise((r) => setTimeout(r, 20));
  const r = await Promise.race([popup.evaluate('location.href'), new Promise((r) => setTimeout(r, 3000, 'SILENT'))]);
  if (r === 'SILENT') silent++;
  await context.close();
}
console.log(process.argv.slice(2), 'silent', silent);
process.exit(0);
