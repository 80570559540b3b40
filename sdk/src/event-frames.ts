/** The data of each event of a byte stream, as parsed JSON. A stream that ends within an event is an error. */
export async function* eventFrames(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await withinIdle(reader.read(), idleMs);
      // Some proxies end a stream that broke as if it were whole.
      if (done && rest !== '') throw new Error('the stream ended within an event');
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // The service ends lines with LF; a proxy may add CR.
      const frames = rest.replaceAll('\r\n', '\n').split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const data = frame
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).trimStart())
          .join('\n');
        if (data !== '' && data !== '[DONE]') yield JSON.parse(data);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The service sends a sign of life every 15 seconds: a stream without any is dead. */
async function withinIdle<T>(reading: Promise<T>, idleMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const idle = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${idleMs} ms`)), idleMs);
  });
  try {
    return await Promise.race([reading, idle]);
  } finally {
    clearTimeout(timer);
  }
}
