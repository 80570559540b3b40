import { z } from 'zod';

const share = z.number().nullable();
const rate = { attempts: z.int(), successes: z.int(), rate: share, low: share, high: share };
const figures = z.strictObject({ ...rate, median_ms: z.int().nullable() });
const slice = z.strictObject({ from: z.iso.datetime(), ...rate, median_ms: z.int().nullable() });

const runnerHealth = z
  .strictObject({
    runner: z.string(),
    state: z
      .enum(['on', 'off', 'probation', 'outage'])
      .describe('`probation`: this runner is set aside for a while; `outage`: its whole provider is.'),
    reason: z.string().nullable().describe('Reason why it is off or set aside, and the remedy.'),
    until: z.iso.datetime().nullable().describe('Until when it is set aside.'),
    last_24h: figures,
    last_7d: figures,
    hours: z.array(slice).describe('Of the last 24; without those in which nothing happened.'),
    days: z.array(slice).describe('Of the last 7, likewise.'),
    last_faults: z.array(
      z.strictObject({
        at: z.iso.datetime(),
        verdict: z.string(),
        fault: z.string(),
        code: z.string().nullable(),
        site: z.string().nullable(),
        run_id: z.string(),
      }),
    ),
  })
  .meta({ id: 'RunnerHealth' });

export const healthList = z.strictObject({ object: z.literal('list'), data: z.array(runnerHealth) });
