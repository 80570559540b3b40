import { expect, test } from 'vitest';
import { readCommand } from './cdp-client.ts';

const nested = (depth: number) =>
  `{"id":1,"method":"A.b","params":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;

test.each([
  '',
  'null',
  '[]',
  '{"method":"A.b"}',
  '{"id":1.5,"method":"A.b"}',
  '{"id":1,"method":7}',
  '{"id":1,"method":"A.b","params":null}',
  '{"id":1,"method":"A.b","params":[]}',
  '{"id":1,"method":"A.b","params":"x"}',
  '{"id":1,"method":"A.b","sessionId":7}',
  `{"id":1,"method":"${'A'.repeat(101)}"}`,
  nested(1_001),
  nested(200_000),
])('%.60s is no command', (text) => {
  expect(readCommand(text)).toBeNull();
});

test('a command of ordinary depth is read as it is', () => {
  expect(readCommand('{"id":1,"method":"A.b"}')).toEqual({ id: 1, method: 'A.b', params: {} });
  expect(JSON.parse(JSON.stringify(readCommand(nested(500))))).toEqual(JSON.parse(nested(500)));
});
