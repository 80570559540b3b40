#!/usr/bin/env node
// Plain JavaScript, so that an old Node can still say what to do instead of failing on the first type.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(`Switchyard needs Node 24; this is ${process.version}.`);
  console.error(
    'Run it through npm (`npm start`), which brings Node 24 on Linux, or install Node 24 from nodejs.org.',
  );
  process.exit(1);
}
// Not a static import: an old Node does not have it. What was compiled once starts in half the time.
const { enableCompileCache } = await import('node:module');
enableCompileCache();
await import('../src/main.ts');
