import rows from './known-models.json' with { type: 'json' };

/** Facts about a language model. A price without a citable source is null. */
export interface KnownModel {
  /** Beginning of the model's name, without the name of its vendor. */
  name: string;
  family: string;
  /** Context window in tokens. */
  context: number;
  inputUsdPerMillion: number | null;
  cachedUsdPerMillion: number | null;
  outputUsdPerMillion: number | null;
  vision: boolean;
  /** How the model writes a call where its endpoint knows no tools. */
  callStyle: 'json' | 'hermes' | 'qwen-xml' | 'pythonic' | 'mistral' | 'glm-xml' | 'kimi' | 'deepseek';
  source: string | null;
}

export const KNOWN_MODELS = rows as KnownModel[];

/** Facts about a model by its name, with or without a vendor before it (`anthropic/claude-...`); the most specific row. */
export function knownModel(model: string): KnownModel | null {
  const name = model.toLowerCase().replace(/^.*\//, '').replaceAll('_', '-');
  // `qwen3.5` is another model than `qwen3`.
  const fitting = KNOWN_MODELS.filter(
    (row) => name.startsWith(row.name) && !/^[.\d]/.test(name.slice(row.name.length)),
  );
  return fitting.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null;
}
