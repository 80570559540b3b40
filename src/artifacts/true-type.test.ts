import { expect, test } from 'vitest';
import { trueType } from './true-type.ts';

test.each([
  ['invoice.pdf', 'application/octet-stream', '%PDF-1.7', 'application/pdf'],
  ['invoice', 'text/html', '\n%PDF-1.4', 'application/pdf'],
  ['invoice.pdf', 'application/pdf', '<!DOCTYPE html><title>Log in</title>', 'text/html'],
  ['invoice.pdf', 'application/pdf', '# Todo\n- find the invoice', 'text/plain'],
  ['invoice.pdf', 'application/octet-stream', 'Sorry', 'text/plain'],
  ['invoice.pdf', 'application/pdf', '\x01\x00\x02', 'application/octet-stream'],
  ['book.xlsx', 'application/octet-stream', 'PK\x03\x04', 'application/octet-stream'],
  ['all', 'application/octet-stream', 'PK\x03\x04', 'application/zip'],
  ['a.csv', 'text/csv', 'a;b\n1;2', 'text/csv'],
  ['a.csv', 'text/csv', ' <html><body>Not found', 'text/html'],
  ['a.csv', 'text/csv', '', 'text/csv'],
  ['photo.jpg', 'image/jpeg', '\xff\xd8\xff\xe0', 'image/jpeg'],
])('%s, sent as %s, is what its first bytes say', (name, given, head, type) => {
  expect(trueType(name, given, head)).toBe(type);
});
