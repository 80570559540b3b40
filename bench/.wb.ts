import { webhooks } from '/work/main/bench/webhooks.ts';
import { table } from '/work/main/bench/report.ts';
console.log(table(await webhooks()));
process.exit(0);
