import { expect, test } from 'vitest';
import { type EventFacts, renderEvent } from './event.ts';

const facts: EventFacts = {
  id: 'evt_1',
  type: 'response.completed',
  sequence: 3,
  createdAt: new Date('2026-05-01T12:00:00Z'),
  data: {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    output_text: 'fine',
    svc: { output: 'fine' },
  },
};
const render = (data: unknown) => JSON.parse(renderEvent({ ...facts, data }));

test('an event has the envelope of the specification', () => {
  expect(JSON.parse(renderEvent(facts))).toEqual({
    id: 'evt_1',
    object: 'svc.event',
    api_version: '2026-08-13',
    type: 'response.completed',
    sequence: 3,
    created_at: '2026-05-01T12:00:00.000Z',
    data: facts.data,
  });
});

test('a long output is shortened with a marker and the rest stays', () => {
  const text = 'ä'.repeat(400_000);
  const event = render({ ...(facts.data as object), output_text: text, svc: { output: text, id: 'resp_1' } });
  expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(256 * 1024);
  expect(event.data.output_text).toMatch(/^ä+\.\.\. \[shortened: read the rest with GET/);
  expect(event.data).toMatchObject({ id: 'resp_1', status: 'completed', svc: { id: 'resp_1' } });
});

test.each([
  [
    'a wide structure',
    Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`key${index}`, index])),
  ],
  ['a long list', Array.from({ length: 100_000 }, () => 1)],
  ['many long texts', Array.from({ length: 2_000 }, () => 'x'.repeat(1_000))],
  ['a surrogate pair at the cut', '🎉'.repeat(200_000)],
])('%s fits too', (_name, output) => {
  const body = renderEvent({
    ...facts,
    data: { ...(facts.data as object), svc: { output, steps: [output] } },
  });
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(256 * 1024);
  expect(body.isWellFormed()).toBe(true);
  expect(JSON.parse(body).data).toMatchObject({ id: 'resp_1', status: 'completed' });
});

test('the bytes of an inline image are left out, wherever they are', () => {
  const image = `data:image/png;base64,${'iVBORw0KGgo'.repeat(50)}==`;
  const event = render({
    output_text: `Look: ${image} there`,
    svc: { output: { shot: image, url: 'https://a.example/b.png' } },
  });
  expect(event.data).toEqual({
    output_text: 'Look: [image left out] there',
    svc: { output: { shot: '[image left out]', url: 'https://a.example/b.png' } },
  });
});
