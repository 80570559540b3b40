import type { ModelMessage } from 'ai';

/** The words of a conversation with a language model, without the means to have it: threads that only read load no HTTP. */
export type LlmMessage = ModelMessage;

/** The picture is a JPEG. */
export function userMessage(text: string, picture: Uint8Array | null = null): LlmMessage {
  if (picture === null) return { role: 'user', content: text };
  const data = { type: 'data' as const, data: picture };
  return {
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'file', mediaType: 'image/jpeg', data },
    ],
  };
}

export function toolResult(call: { id: string; name: string }, text: string): LlmMessage {
  const output = { type: 'text' as const, value: text };
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: call.id, toolName: call.name, output }],
  };
}

export function withoutPictures(messages: LlmMessage[]): LlmMessage[] {
  return messages.map((message) => {
    if (message.role !== 'user' || typeof message.content === 'string') return message;
    return { ...message, content: message.content.filter((part) => part.type === 'text') };
  });
}

/** Calls and their results as plain words, for an endpoint without tools. */
export function withoutCalls(messages: LlmMessage[]): LlmMessage[] {
  return messages.map((message) => {
    if (message.role === 'tool')
      return {
        role: 'user',
        content: message.content
          .flatMap((part) =>
            part.type === 'tool-result' && part.output.type === 'text'
              ? [`Result of ${part.toolName}:\n${part.output.value}`]
              : [],
          )
          .join('\n\n'),
      };
    if (message.role !== 'assistant' || typeof message.content === 'string') return message;
    const said = message.content.flatMap((part) => {
      if (part.type === 'tool-call') return [JSON.stringify({ name: part.toolName, arguments: part.input })];
      return part.type === 'text' ? [part.text] : [];
    });
    return { role: 'assistant', content: said.join('\n') };
  });
}

export function hasPictures(messages: LlmMessage[]): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'user' && typeof content !== 'string' && content.some(({ type }) => type !== 'text'),
  );
}
