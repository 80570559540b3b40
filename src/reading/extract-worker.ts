import { parentPort } from 'node:worker_threads';
import { extractPage } from './extract.ts';
import type { ExtractionAnswer, ExtractionOrder } from './extractor.ts';

parentPort?.on('message', async (order: ExtractionOrder) => {
  const answer = (message: ExtractionAnswer) => parentPort?.postMessage(message);
  const page = await extractPage(order.html, order.url, (plain) =>
    answer({ id: order.id, isFinal: false, page: plain }),
  );
  answer({ id: order.id, isFinal: true, page });
});
