import { createOpenResponses } from '@ai-sdk/open-responses';
import { generateText, streamText } from 'ai';

/** The same question twice: for the whole answer, and as a stream. */
export async function ask(url: string, apiKey: string, prompt: string) {
  const model = createOpenResponses({ name: 'switchyard', url, apiKey })('svc');
  const { text: generated } = await generateText({ model, prompt });
  let streamed = '';
  for await (const part of streamText({ model, prompt }).textStream) streamed += part;
  return { generated, streamed };
}
