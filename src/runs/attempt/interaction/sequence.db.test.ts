import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { scriptedRunner } from '../../../../test/support/scripted-runner.ts';
import { SOON } from '../../../../test/support/soon.ts';
import { startTestApp } from '../../../../test/support/test-app.ts';
import { WebhookSink } from '../../../../test/support/webhook-sink.ts';
import { newId } from '../../../platform/ids.ts';
import { emitStatement } from '../../../webhooks/outbox.ts';
import { lockRunStatement } from '../../store.ts';
import { closeInteractionsStatement, openInteractionStatement } from './store.ts';

const EMISSIONS = 50;

test('fifty events of one run, emitted at once on three instances, are numbered without a gap or a repeat', async () => {
  const runners = () => [scriptedRunner('first')];
  await using sink = await WebhookSink.start();
  await using first = await startTestApp({ runners: runners() });
  await using second = await startTestApp({ runners: runners(), databaseUrl: first.databaseUrl });
  await using third = await startTestApp({ runners: runners(), databaseUrl: first.databaseUrl });
  await first.client.post('/v1/webhooks', { url: sink.url });
  const { json } = await first.client.create({ input: 'Hang [[hang]]', background: true });
  const attemptOf = () =>
    first.app.context.db.query<{ id: string; fence: number; workspaceId: string; attempt_id: string }>(
      sql`select r.id, r.fence, r.workspace_id as "workspaceId", a.id as attempt_id from runs r join attempts a on a.run_id = r.id where r.id = ${json.id}`,
    );
  await expect.poll(attemptOf, SOON).toHaveLength(1);
  const [run] = await attemptOf();
  if (!run) throw new Error('there is no attempt');

  const apps = [first, second, third];
  await Promise.all(
    Array.from({ length: EMISSIONS }, async (_, index) => {
      const asked = { id: newId('ia'), kind: 'otp', prompt: `Code ${index}`, channel: 'unknown' } as const;
      await apps[index % 3]?.app.context.db.batch([
        lockRunStatement(run),
        // A run has one open question at a time.
        closeInteractionsStatement(run),
        openInteractionStatement(run, run.attempt_id, asked, 60_000),
        emitStatement({
          workspaceId: run.workspaceId,
          runId: run.id,
          type: 'response.requires_action',
          discriminator: asked.id,
          sequence: null,
          eventId: newId('evt'),
          body: JSON.stringify({ data: { id: run.id } }),
        }),
      ]);
    }),
  );
  await second.client.post(`/v1/responses/${run.id}/cancel`);
  const events = await first.app.context.db.query<{ id: string; sequence: number; type: string }>(
    sql`select id, sequence, type from webhook_events where run_id = ${run.id} order by sequence`,
  );
  expect(events.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: EMISSIONS + 1 }, (_, index) => index + 1),
  );
  expect(new Set(events.map(({ id }) => id)).size).toBe(EMISSIONS + 1);
  expect(events.at(-1)?.type).toBe('response.cancelled');
});
