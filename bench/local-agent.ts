/**
 * The success rate of the browser agent without a language model, by kind of widget. `node bench/local-agent.ts [--seeds 5]
 * [--from 1] [--only click/,value/stars] [--limit 20] [--held] [--verbose]`
 */
import { parseArgs } from 'node:util';
import { printClaims, printTrials } from './trials.ts';
import { runWidgets } from './widget-trials.ts';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    from: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    parallel: { type: 'string', default: '3' },
    limit: { type: 'string', default: '20' },
    held: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

const trials = await runWidgets({
  set: options.held ? 'held' : 'open',
  only: options.only.split(','),
  seeds: Array.from({ length: Number(options.seeds) }, (_, index) => Number(options.from) + index),
  parallel: Number(options.parallel),
  limit: Number(options.limit),
  verbose: options.verbose,
});
printTrials(trials, 'pages');
printClaims(trials);
