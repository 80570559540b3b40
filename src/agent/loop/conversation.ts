import { type LlmMessage, userMessage } from '../../platform/llm-messages.ts';

export interface View {
  text: string;
  /** One line about the page, which stays when the view is shortened. */
  title: string;
  picture: Uint8Array | null;
}

interface Round {
  /** The model's messages and its tools' answers. */
  said: LlmMessage[];
  view: View;
  isShortened: boolean;
}

const LONG_RESULT = 1_500;
/** Of a shorter request, after the model failed on the usual one. */
const LIGHT_VIEW = 8_000;
const LIGHT_ROUNDS = 6;

/**
 * The model's input before each step: task, history, newest view. Earlier parts do not change from step to step, so that endpoints
 * can cache them; when they exceed their budget, all views and long results but the newest are shortened at once, and only once.
 */
export class Conversation {
  readonly #opening: LlmMessage;
  readonly #budget: number;
  readonly #rounds: Round[] = [];

  constructor(opening: string, budgetChars: number) {
    this.#opening = userMessage(opening);
    this.#budget = budgetChars;
  }

  /** Makes room for the next view; true when that has to be whole because earlier ones were shortened. */
  makeRoom(): boolean {
    const kept = this.#rounds.filter(({ isShortened }) => !isShortened);
    if (kept.length === 0) return true;
    if (kept.reduce((sum, round) => sum + sizeOf(round), 0) <= this.#budget) return false;
    for (const round of kept) round.isShortened = true;
    return true;
  }

  add(said: LlmMessage[], view: View): void {
    this.#rounds.push({ said, view, isShortened: false });
  }

  messages({ isLight = false } = {}): LlmMessage[] {
    const last = this.#rounds.length - 1;
    const rounds = this.#rounds.map((round, index) => {
      const isNewest = index === last;
      const isShort = round.isShortened || (isLight && !isNewest);
      const text = isShort ? shortView(round.view) : round.view.text;
      if (!isNewest) return [...(isShort ? round.said.map(shortened) : round.said), userMessage(text)];
      const picture = isLight ? null : round.view.picture;
      return [...round.said, userMessage(isLight ? text.slice(0, LIGHT_VIEW) : text, picture)];
    });
    return [this.#opening, ...(isLight ? rounds.slice(-LIGHT_ROUNDS) : rounds).flat()];
  }
}

function sizeOf({ said, view }: Round): number {
  return view.text.length + said.reduce((sum, message) => sum + resultSize(message), 0);
}

function resultSize(message: LlmMessage): number {
  if (message.role !== 'tool') return 200;
  return message.content.reduce(
    (sum, part) =>
      sum + (part.type === 'tool-result' && part.output.type === 'text' ? part.output.value.length : 0),
    0,
  );
}

function shortView({ title }: View): string {
  return `(earlier view of the page, left out: ${title})`;
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
