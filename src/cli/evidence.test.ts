import { expect, test } from 'vitest';
import { evidenceImport } from './evidence.ts';

test('a file of evidence that is not there is named', async () => {
  await expect(evidenceImport('/nowhere/evidence.json')).rejects.toThrow(
    'The file /nowhere/evidence.json cannot be read.',
  );
});
