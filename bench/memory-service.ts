import { setTimeout as delay } from 'node:timers/promises';
import { App } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { waitingRunner } from './runners.ts';

/** The service whose memory is measured, in a process of its own: sends its address, then answers every message. */
export type ServiceMessage = { url: string } | { usedBytes: number; residentBytes: number };

const config = readConfig(process.env);
const app = await App.start({ config, log: createLog(config.logLevel), runners: [waitingRunner] });
tell({ url: app.url });

process.on('message', () => void measure());
process.on('disconnect', () => void app.stop({ noticeMs: 0, requestsMs: 0, runsMs: 0 }));

async function measure(): Promise<void> {
  // Finalizers and freed buffers take a turn of the loop each.
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc?.();
    await delay(50);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  tell({ usedBytes: heapUsed + external, residentBytes: rss });
}

function tell(message: ServiceMessage): void {
  process.send?.(message);
}
