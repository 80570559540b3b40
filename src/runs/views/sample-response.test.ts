import { expect, test } from 'vitest';
import { RESPONSE_EVENTS } from '../../webhooks/event.ts';
import { responseObject } from '../schema.ts';
import { sampleResponse } from './sample-response.ts';

test.each(RESPONSE_EVENTS)('a test event of %s has the whole shape of a run that ended like this', (type) => {
  const now = new Date('2026-11-19T04:00:00.000Z');
  const sample = JSON.parse(JSON.stringify(sampleResponse(type, 'resp_1', now, 'https://svc.example')));
  expect(responseObject.parse(sample)).toMatchObject({
    id: 'resp_1',
    status: type.replace('response.', ''),
    metadata: { test: 'true' },
    svc: {
      required_action: type === 'response.requires_action' ? { kind: 'otp' } : null,
      answer_present: type === 'response.completed',
      cost: { total_usd: 0 },
    },
  });
});
