import { execSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { App } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { registerEndpoint } from '../src/webhooks/register.ts';
import { instantRunner } from './runners.ts';
import { Stage, serviceEnvironment } from './stage.ts';
import { Receiver } from './webhook-receiver.ts';
import * as w from './webhooks.ts';

const x = (w as any).forProfile;
await using stage = await Stage.open();
await using receiver = await Receiver.start();
const app = await x.startService(stage);
const run = await x.createRun(app);
const ws = await x.workspaceOf(app);
for (let i = 0; i < 4; i++) await registerEndpoint(app.context.webhooks, ws, { url: `${receiver.url}/ok` });
const body = await x.sampleBody(app, receiver);
const pgCpu = () =>
  Number(execSync("ps -C postgres -o time= | awk -F: '{s+=$1*3600+$2*60+$3} END {print s}'").toString());
async function m(name: string, f: () => Promise<number>) {
  const p0 = pgCpu();
  const c0 = process.cpuUsage();
  const t = performance.now();
  const r = await f();
  const c = process.cpuUsage(c0);
  console.log(
    name,
    'rate',
    r.toFixed(0),
    'node cpu ms per delivery',
    ((c.user + c.system) / 1000 / 4000).toFixed(3),
    'pg',
    (((pgCpu() - p0) * 1000) / 4000).toFixed(3),
    'wall',
    (performance.now() - t).toFixed(0),
  );
}
await m('loop', () => x.postLoop(receiver, body));
await m('product', () => x.deliverBacklog(app, receiver, ws, run));
await m('loop', () => x.postLoop(receiver, body));
const s = new Session();
s.connect();
await s.post('Profiler.enable');
await s.post('Profiler.start');
await m('product', () => x.deliverBacklog(app, receiver, ws, run));
const { profile } = (await s.post('Profiler.stop')) as any;
writeFileSync('/tmp/p.cpuprofile', JSON.stringify(profile));
const self = new Map<string, number>();
const dt = profile.timeDeltas;
const idx = new Map(profile.nodes.map((n: any) => [n.id, n]));
profile.samples.forEach((id: number, i: number) => {
  const n: any = idx.get(id);
  const k = `${n.callFrame.functionName} ${n.callFrame.url.split('/').slice(-2).join('/')}:${n.callFrame.lineNumber}`;
  self.set(k, (self.get(k) ?? 0) + dt[i]);
});
for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 25))
  console.log((v / 1000).toFixed(0), k);
console.log(execSync('psql --version || true').toString());
const pool = stage.pool();
process.exit(0);
