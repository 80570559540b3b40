import { z } from 'zod';
import { listOf } from '../../platform/http/lists.ts';

const share = z.number().nullable();
const rate = {
  attempts: z.int().describe('Number of attempts.'),
  successes: z.int().describe('Number of successes.'),
  rate: share.describe('Success rate from 0 to 1; null without attempts.'),
  low: share.describe('Lower bound of the 95% confidence interval.'),
  high: share.describe('Upper bound of the 95% confidence interval.'),
};
const figures = z.strictObject({
  ...rate,
  median_ms: z.int().nullable().describe('Median duration in milliseconds.'),
});
const slice = z.strictObject({
  from: z.iso.datetime().describe('Start of the hour.'),
  ...rate,
  median_ms: z.int().nullable().describe('Median duration in milliseconds.'),
});

export const difference = z.strictObject({
  field: z.string().describe('Field of the answer, or the call.'),
  expected: z.string().describe('Type or values that the runner knows.'),
  seen: z.string().describe('What the provider answered: a type or an enum member, never a value.'),
});

export const runnerHealth = z
  .strictObject({
    runner: z.string().describe('Runner slug.'),
    state: z
      .enum(['on', 'off', 'probation', 'outage'])
      .describe('`probation`: this runner is set aside for a while; `outage`: its whole provider is.'),
    reason: z.string().nullable().describe('Reason why it is off or set aside, and the remedy.'),
    until: z.iso.datetime().nullable().describe('Until when it is set aside.'),
    differs_since: z.iso
      .datetime()
      .nullable()
      .describe("Since when the provider's answers differ from what the runner knows; null if they do not."),
    differences: z
      .array(difference.extend({ count: z.int().describe('Number of attempts that showed it.') }))
      .describe('The differences, latest first.'),
    last_24h: figures.describe('Figures for the last 24 hours.'),
    last_7d: figures.describe('Figures for the last seven days.'),
    hours: z.array(slice).describe('The last 24 hours, without hours that had no attempts.'),
    days: z.array(slice).describe('The last 7 days, without days that had no attempts.'),
    last_faults: z
      .array(
        z.strictObject({
          at: z.iso.datetime().describe('Time of the event.'),
          verdict: z.string().describe('Verdict on the result; null until it is judged.'),
          fault: z.string().describe('Party responsible for the failure.'),
          code: z.string().nullable().describe('Error code; null without one.'),
          site: z.string().nullable().describe('Host name of the site.'),
          run_id: z.string().describe('ID of the run.'),
        }),
      )
      .describe('Most recent failures.'),
  })
  .meta({ id: 'RunnerHealth', description: 'Success of one runner over time.' });

export const healthList = listOf('RunnerHealthList', runnerHealth);
