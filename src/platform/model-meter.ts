import { AsyncLocalStorage } from 'node:async_hooks';

export type ModelRole = 'agent' | 'extraction' | 'grader' | 'normalization' | 'reading';

/** Calls to one model in one role. */
export interface ModelUse {
  model: string;
  role: ModelRole;
  calls: number;
  inputTokens: number;
  /** Part of the input that was read from the cache of the endpoint. */
  cachedTokens: number;
  outputTokens: number;
  costMicroUsd: number;
}

/** Sums calls to language models by model and role. */
export class ModelMeter {
  readonly #uses = new Map<string, ModelUse>();

  get uses(): ModelUse[] {
    return [...this.#uses.values()];
  }

  add(use: ModelUse): void {
    const key = `${use.role} ${use.model}`;
    const known = this.#uses.get(key);
    this.#uses.set(
      key,
      known
        ? {
            ...use,
            calls: known.calls + use.calls,
            inputTokens: known.inputTokens + use.inputTokens,
            cachedTokens: known.cachedTokens + use.cachedTokens,
            outputTokens: known.outputTokens + use.outputTokens,
            costMicroUsd: known.costMicroUsd + use.costMicroUsd,
          }
        : { ...use },
    );
  }
}

const current = new AsyncLocalStorage<ModelMeter>();

/** Every call to a language model inside `work` counts on this meter. */
export function metered<T>(meter: ModelMeter, work: () => Promise<T>): Promise<T> {
  return current.run(meter, work);
}

export function noteModelUse(use: ModelUse): void {
  current.getStore()?.add(use);
}
