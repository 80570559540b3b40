import { inspect } from 'node:util';

const PLACEHOLDER = '[secret]';

/**
 * A value that cannot be printed by accident: text, JSON, arithmetic and inspection give a placeholder.
 * `reveal()` is the only way out and belongs at the point of use.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return PLACEHOLDER;
  }

  toJSON(): string {
    return PLACEHOLDER;
  }

  valueOf(): string {
    return PLACEHOLDER;
  }

  [Symbol.toPrimitive](): string {
    return PLACEHOLDER;
  }

  [inspect.custom](): string {
    return PLACEHOLDER;
  }
}
