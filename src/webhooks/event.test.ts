import fc from 'fast-check';
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

const HEADS = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46],
  gif: [...Buffer.from('GIF89a')],
  webp: [...Buffer.from('RIFF'), 1, 2, 3, 4, ...Buffer.from('WEBP')],
};
const lines = (text: string) => text.replace(/.{76}/g, '$&\n');
const SPELLINGS: Record<string, (bytes: Buffer, type: string) => unknown> = {
  'a data URL': (bytes, type) => `data:image/${type};base64,${bytes.toString('base64')}`,
  'a data URL in capitals': (bytes, type) =>
    `DATA:IMAGE/${type.toUpperCase()};name=a;BASE64,${bytes.toString('base64')}`,
  'an encoded data URL': (bytes, type) =>
    encodeURIComponent(`data:image/${type};base64,${bytes.toString('base64')}`),
  'a data URL of percent signs': (bytes, type) =>
    `data:image/${type},${[...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`,
  'a data URL in JSON text': (bytes, type) =>
    JSON.stringify({ a: `data:image/${type};base64,${bytes.toString('base64')}` }).replaceAll('/', '\\/'),
  'bare base64': (bytes) => bytes.toString('base64'),
  'base64 for URLs': (bytes) => bytes.toString('base64url'),
  'base64 in lines': (bytes) => lines(bytes.toString('base64')),
  'base64 in the lines of JSON text': (bytes) => JSON.stringify(lines(bytes.toString('base64'))),
  'base64 in a query': (bytes) => `?shot=${encodeURIComponent(bytes.toString('base64'))}&a=b`,
  hexadecimal: (bytes) => bytes.toString('hex'),
  'hexadecimal in capitals': (bytes) => bytes.toString('hex').toUpperCase(),
  'a list of bytes': (bytes) => [...bytes],
  'a buffer as JSON': (bytes) => bytes.toJSON(),
  'a typed array as JSON': (bytes) => ({ ...new Uint8Array(bytes) }),
  'binary text': (bytes) => bytes.toString('latin1'),
};

test.each(Object.entries(SPELLINGS))('no bytes of an image are in an event: %s', (_name, spell) => {
  const places = (one: unknown) => [
    { output_text: one, svc: { output: 'x' } },
    { svc: { output: { deep: [[{ of: one }]] }, steps: [{ detail: one }] } },
    ...(typeof one === 'string' ? [{ output: { [one]: 1 } }] : []),
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.entries(HEADS)),
      fc.uint8Array({ minLength: 100, maxLength: 300 }),
      ([type, head], rest) => {
        const image = spell(Buffer.from([...head, ...rest]), type);
        for (const data of places(image)) {
          const body = JSON.stringify(render({ id: 'resp_1', ...data, metadata: { note: 'kept' } }).data);
          expect(body.length).toBeLessThan(200);
          expect(body).toContain('[image left out]');
          expect(body).toContain('"note":"kept"');
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('a drawing in a data URL is left out, and the words around it stay', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0 L9 9"/></svg>`;
  for (const url of [`data:image/svg+xml;utf8,${svg}`, `data:image/svg+xml,${encodeURIComponent(svg)}`])
    expect(render({ output_text: `Before ${url} after` }).data.output_text).toBe(
      'Before [image left out] after',
    );
});

test.each([
  'data:image/png is the beginning of an inline image',
  'https://cdn.example/9j/4f/photo.jpg and GIF89a, iVBORw0KGgo: these are signatures',
  'sha256 89504e470d0a1a0aff',
])('words about images stay: %s', (text) => {
  expect(render({ output_text: text, svc: { output: [137, 80, 78] } }).data).toEqual({
    output_text: text,
    svc: { output: [137, 80, 78] },
  });
});
