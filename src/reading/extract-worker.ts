import { parentPort } from 'node:worker_threads';
import { READY, type ReadingAnswer, type ReadingOrder } from './extractor.ts';
import { askAgain, readDocument } from './read-document.ts';

parentPort?.on('message', async ({ id, source, asked }: ReadingOrder) => {
  const answer = (message: ReadingAnswer) => parentPort?.postMessage(message);
  if ('parts' in source) {
    answer({ id, isFinal: true, reading: askAgain(source, asked) });
    return;
  }
  const reading = await readDocument(source, asked, (plain) =>
    answer({ id, isFinal: false, reading: plain }),
  );
  answer({ id, isFinal: true, reading });
});
parentPort?.postMessage(READY);
