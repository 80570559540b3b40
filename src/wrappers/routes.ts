import type { Dialect } from '../platform/http/dialects.ts';
import type { Route } from '../platform/http/route.ts';
import type { RunsContext } from '../runs/context.ts';
import type { Executor } from '../runs/lifecycle/executor.ts';
import { v2Calls } from './browser-use/v2.ts';
import { v3Calls } from './browser-use/v3.ts';
import { v4Calls } from './browser-use/v4.ts';
import { firecrawlCalls } from './firecrawl.ts';
import { hyperbrowserCalls } from './hyperbrowser.ts';
import { skyvernCalls } from './skyvern.ts';
import { styleRoutes } from './styles.ts';
import { type Call, wrap } from './wrapper.ts';

const WRAPPERS: Array<[Dialect, Call[]]> = [
  ['browser-use', [...v2Calls, ...v3Calls, ...v4Calls]],
  ['skyvern', skyvernCalls],
  ['firecrawl', firecrawlCalls],
  ['hyperbrowser', hyperbrowserCalls],
];

/** Other companies' wire shapes over runs. */
export function wrapperRoutes(ctx: RunsContext, executor: Executor | null): Route[] {
  return [
    ...styleRoutes(ctx, executor),
    ...WRAPPERS.flatMap(([dialect, calls]) => wrap(dialect, calls, ctx, executor)),
  ];
}
