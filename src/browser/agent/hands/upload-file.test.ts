import { expect, test } from 'vitest';
import type { Attachment } from '../agent-context.ts';
import { readInstruction } from '../language/read-instruction.ts';
import { fileFor, fileOf, type Uploading } from './upload-file.ts';

const attached = (name: string): Attachment => ({ name, contentType: 'application/pdf', base64: 'QUJD' });
const FILES = [attached('cv-ann-lee.pdf'), attached('letter.pdf')];

function uploadIn(task: string): Uploading {
  return readInstruction(task).find(({ kind }) => kind === 'upload') as unknown as Uploading;
}

test.each([
  ['Upload my CV, then click Send application.', 'cv-ann-lee.pdf'],
  ['Attach letter.pdf to the message', 'letter.pdf'],
  ['Upload "letter.pdf" as the covering note', 'letter.pdf'],
  ['Upload the letter into the field for documents', 'letter.pdf'],
  ['Upload report.pdf', undefined],
])('%s', (task, name) => {
  expect(fileFor(FILES, uploadIn(task))?.name).toBe(name);
});

test.each([
  ['Upload a text file cv.txt that says "Ten years of welding".', 'cv.txt'],
  ['Upload a file named cv.txt with the text "Ten years of welding" and press Send.', 'cv.txt'],
  ['Attach a note saying "Ten years of welding" to the form', 'note'],
])('%s', (task, name) => {
  const file = fileFor([], uploadIn(task));
  expect(file?.name).toBe(name);
  expect(file && String(fileOf(file).buffer)).toBe('Ten years of welding');
});

test('no file is made up', () => {
  for (const task of ['Upload my CV', 'Upload cv.txt', 'Upload "cv.txt"', 'Upload the attached file'])
    expect(fileFor([], uploadIn(task))).toBeNull();
});

test('what goes along is there before it is sent', () => {
  const kinds = readInstruction('Send an application with the name Ann Lee and upload my CV.').map(
    ({ kind }) => kind,
  );
  expect(kinds.indexOf('upload')).toBeLessThan(kinds.indexOf('act'));
});
