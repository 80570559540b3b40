import { parseExact } from '../../platform/exact-json.ts';
import { microUsd } from '../../platform/money.ts';
import type { RunnerFacts } from '../contract.ts';
import { currentExchange } from './exchange.ts';

/** Structured output often comes as a JSON string. */
export function readOutput(output: unknown): unknown {
  if (typeof output !== 'string') return output ?? '';
  const text = output.trim();
  if (!/^[[{]/.test(text)) return text;
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}

/** The provider's figure, in dollars or in units of the listed price; null for the listed price itself. */
export function costOf(
  { price }: Pick<RunnerFacts, 'price'>,
  { costUsd, costUnits }: { costUsd?: unknown; costUnits?: unknown },
): number | null {
  const reported = numberOf(costUsd) ?? null;
  const units = numberOf(costUnits);
  const micro = reported !== null ? microUsd(reported) : units === null ? null : units * price.microUsd;
  if (micro === null || !Number.isSafeInteger(Math.round(micro))) return null;
  const exchange = currentExchange();
  if (exchange) exchange.isCostReported = true;
  return Math.round(micro);
}

function numberOf(value: unknown): number | null {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && read >= 0 && Number.isFinite(read) ? read : null;
}
