import { expect, test } from 'vitest';
import { readAttachments } from './read-attachments.ts';

const ask = (...content: unknown[]) => [{ role: 'user', content }];
const file = (more: object) => ({ type: 'input_file', ...more });

test.each([
  [{ filename: 'cv.txt', file_data: 'data:text/plain;base64,QUJD' }, ['cv.txt', 'text/plain']],
  [
    { filename: 'cv.pdf', file_data: 'data:application/pdf;name=x;base64,QUJD' },
    ['cv.pdf', 'application/pdf'],
  ],
  [{ filename: '/home/ann/cv.txt', file_data: 'QUJD' }, ['cv.txt', 'application/octet-stream']],
  [{ filename: 'C:\\ann\\cv.txt', file_data: 'QU\nJD' }, ['cv.txt', 'application/octet-stream']],
  [{ file_data: 'QUJD' }, ['file', 'application/octet-stream']],
])('a file is taken as it was sent: %j', (part, [name, contentType]) => {
  expect(readAttachments(ask(file(part)))).toEqual([{ name, contentType, base64: 'QUJD' }]);
});

test('a picture is a file too, and a bare part counts', () => {
  const picture = { type: 'input_image', image_url: 'data:image/png;base64,QUJD' };
  expect(readAttachments([picture])).toEqual([
    { name: 'picture.png', contentType: 'image/png', base64: 'QUJD' },
  ]);
});

test.each([
  ['Find it'],
  [undefined],
  [ask(file({ file_id: 'file_1' }))],
  [ask(file({ file_url: 'https://example.com/a.pdf' }))],
  [ask(file({ filename: 'a', file_data: 'not base64!' }))],
  [ask({ type: 'input_image', image_url: 'https://example.com/a.png' })],
  [[{ role: 'assistant', content: [file({ filename: 'a', file_data: 'QUJD' })] }]],
])('what is no file of the caller is left out: %j', (input) => {
  expect(readAttachments(input)).toEqual([]);
});

test('no more than ten are taken', () => {
  const many = Array.from({ length: 12 }, () => file({ filename: 'a', file_data: 'QUJD' }));
  expect(readAttachments(ask(...many))).toHaveLength(10);
});
