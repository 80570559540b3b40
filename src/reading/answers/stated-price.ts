import type { DataNode, ExtractedPage } from '../page/page.ts';
import { parseNumber } from '../values/number.ts';

const MOST_DEPTH = 6;

/** Whether a sum is the one price that the page states for machines. */
export function isStatedPrice({ nodes }: ExtractedPage, output: string): boolean {
  const prices = new Set(nodes.flatMap((node) => pricesIn(node, 0)));
  const [price] = prices;
  return prices.size === 1 && price === parseNumber(output);
}

function pricesIn(node: DataNode, depth: number): number[] {
  if (depth > MOST_DEPTH) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'price') return parseNumber(String(value)) ?? [];
    return [value].flat().flatMap((each) => (isNode(each) ? pricesIn(each, depth + 1) : []));
  });
}

function isNode(value: unknown): value is DataNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
