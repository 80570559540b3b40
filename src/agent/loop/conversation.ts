import { type LlmMessage, userMessage } from '../../platform/llm-messages.ts';

const RECENT_ROUNDS = 3;
const LONG_RESULT = 1_500;
const MAX_ROUNDS = 40;

interface Round {
  /** The model's messages and its tools' answers. */
  said: LlmMessage[];
  view: { text: string; picture: Uint8Array | null };
}

/**
 * The model's input before each step. Only the newest view of the page is whole, and only it has its picture; long
 * results of earlier rounds are cut, so that a long task does not grow dearer with every step.
 */
export class Conversation {
  readonly #opening: string;
  readonly #rounds: Round[];

  constructor(opening: string, view: Round['view']) {
    this.#opening = opening;
    this.#rounds = [{ said: [], view }];
  }

  add(said: LlmMessage[], view: Round['view']): void {
    this.#rounds.push({ said, view });
    // The first round holds the task; the oldest after it goes.
    if (this.#rounds.length > MAX_ROUNDS) this.#rounds.splice(1, 1);
  }

  messages(): LlmMessage[] {
    const last = this.#rounds.length - 1;
    return this.#rounds.flatMap(({ said, view }, index) => {
      const isRecent = index > last - RECENT_ROUNDS;
      const text = index === last ? view.text : '(an earlier view of the page, left out)';
      const seen = index === last ? userMessage(text, view.picture) : userMessage(text);
      return [
        ...(index === 0 ? [userMessage(this.#opening)] : []),
        ...(isRecent ? said : said.map(shortened)),
        ...(index === 0 && last > 0 ? [] : [seen]),
      ];
    });
  }
}

function shortened(message: LlmMessage): LlmMessage {
  if (message.role !== 'tool') return message;
  return {
    ...message,
    content: message.content.map((part) => {
      if (part.type !== 'tool-result' || part.output.type !== 'text') return part;
      const { value } = part.output;
      if (value.length <= LONG_RESULT) return part;
      return { ...part, output: { type: 'text' as const, value: `${value.slice(0, LONG_RESULT)} (cut)` } };
    }),
  };
}
