import { median, type Pair, quantile } from './rounds.ts';

/** One line of the table. `bar` is the condition on `value`. */
export interface Finding {
  what: string;
  baseline: string;
  product: string;
  value: string;
  spread: string;
  bar: string;
  isMet: boolean;
}

export interface Bar {
  atMost?: number;
  atLeast?: number;
}

/** The ratio of each round, product over baseline; its median meets the bar or does not. */
export function ratioFinding(what: string, unit: string, pairs: Pair[], bar: Bar): Finding {
  const ratios = pairs.map((pair) => pair.product / pair.baseline);
  const ratio = median(ratios);
  return {
    what,
    baseline: `${figure(median(pairs.map((pair) => pair.baseline)))} ${unit}`,
    product: `${figure(median(pairs.map((pair) => pair.product)))} ${unit}`,
    value: `${ratio.toFixed(2)}x`,
    spread: `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`,
    bar: bar.atMost === undefined ? `>= ${bar.atLeast?.toFixed(2)}x` : `<= ${bar.atMost.toFixed(2)}x`,
    isMet: isMet(ratio, bar),
  };
}

export function isMet(value: number, bar: Bar): boolean {
  return (
    value <= (bar.atMost ?? Number.POSITIVE_INFINITY) && value >= (bar.atLeast ?? Number.NEGATIVE_INFINITY)
  );
}

/** Delays in milliseconds, of which the 99th in a hundred must not be longer than the bar. */
export function latencyFinding(what: string, delaysMs: number[], atMostMs: number): Finding {
  const p99 = quantile(delaysMs, 0.99);
  return {
    ...valueFinding(what, p99, 'ms', atMostMs),
    product: `${figure(quantile(delaysMs, 0.5))} / ${figure(p99)} ms`,
  };
}

export function valueFinding(what: string, value: number, unit: string, atMost: number): Finding {
  return {
    what,
    baseline: '',
    product: `${figure(value)} ${unit}`,
    value: `${figure(value)} ${unit}`,
    spread: '',
    bar: `<= ${atMost} ${unit}`,
    isMet: isMet(value, { atMost }),
  };
}

/** Stands for the findings of a benchmark that broke off. */
export function stoppedFinding(what: string): Finding {
  return { what, baseline: '', product: '', value: 'broke off', spread: '', bar: 'ends', isMet: false };
}

export function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** Markdown, so that it can be kept in the README as it is. */
export function table(findings: Finding[]): string {
  const head = ['measured', 'baseline', 'product', 'ratio or value', 'spread of rounds', 'bar', ''];
  const rows = findings.map((finding) => [
    finding.what,
    finding.baseline,
    finding.product,
    finding.value,
    finding.spread,
    finding.bar,
    finding.isMet ? 'pass' : '**FAIL**',
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, 3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
