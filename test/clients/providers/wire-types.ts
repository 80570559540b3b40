/**
 * Checked by the compiler alone: every answer that a vendor's client allows is accepted by the adapter's schema, and every state in
 * the client's enumeration has a meaning.
 */

import type Browserbase from '@browserbasehq/sdk';
import type { BrowserUseTaskResponse, HyperAgentTaskResponse } from '@hyperbrowser/sdk/types';
import type { Firecrawl } from '@mendable/firecrawl-js';
import type { Run } from '@tiny-fish/sdk';
import type AnchorBrowser from 'anchorbrowser';
import type { TaskView, V2Types as V2 } from 'browser-use-sdk';
import type { RunCreateResponse, RunEventsResponse, RunSummary } from 'browser-use-sdk/v4';
import type { z } from 'zod';
import type * as anchor from '../../../src/runners/hosted/agents/anchor.ts';
import type * as v2 from '../../../src/runners/hosted/agents/browser-use.ts';
import type * as v4 from '../../../src/runners/hosted/agents/browser-use-v4.ts';
import type * as browserbase from '../../../src/runners/hosted/agents/browserbase-agents.ts';
import type * as firecrawl from '../../../src/runners/hosted/agents/firecrawl-agent.ts';
import type * as hyperbrowser from '../../../src/runners/hosted/agents/hyperbrowser.ts';
import type * as tinyfish from '../../../src/runners/hosted/agents/tinyfish.ts';

/** The client's answer is one that the schema takes. */
type Accepts<Schema extends z.ZodType, Answer> = Answer extends z.input<Schema> ? true : { not: Answer };
/** No state of the client is missing. */
type Knows<States, Status> = Status extends keyof States ? true : { unknown: Status };
type All<Checks extends true[]> = Checks;

type AnchorStatus = Awaited<ReturnType<AnchorBrowser['tools']['getPerformWebTaskStatus']>>;
type AnchorSession = Awaited<ReturnType<AnchorBrowser['sessions']['create']>>;
type BrowserbaseRun = Awaited<ReturnType<Browserbase['agents']['runs']['retrieve']>>;
type FirecrawlStatus = Awaited<ReturnType<Firecrawl['getAgentStatus']>>;

export type Checks = All<
  [
    Knows<typeof v2.states, TaskView['status']>,
    Accepts<typeof v2.TaskView, TaskView>,
    Accepts<typeof v2.Created, V2['schemas']['TaskCreatedResponse']>,
    Knows<typeof v4.states, RunSummary['status'] | RunCreateResponse['status']>,
    Accepts<typeof v4.View, RunSummary>,
    Accepts<typeof v4.Events, RunEventsResponse>,
    Knows<typeof browserbase.states, BrowserbaseRun['status']>,
    Accepts<typeof browserbase.View, BrowserbaseRun>,
    Knows<typeof hyperbrowser.states, BrowserUseTaskResponse['status'] | HyperAgentTaskResponse['status']>,
    Accepts<typeof hyperbrowser.View, BrowserUseTaskResponse>,
    Accepts<typeof hyperbrowser.View, HyperAgentTaskResponse>,
    Knows<typeof firecrawl.states, FirecrawlStatus['status']>,
    Accepts<typeof firecrawl.View, FirecrawlStatus>,
    Knows<typeof tinyfish.states, Run['status']>,
    Accepts<typeof tinyfish.View, Run>,
    Knows<typeof anchor.states, Lowercase<AnchorStatus['data']['status']>>,
    Accepts<typeof anchor.View, AnchorStatus>,
    Accepts<typeof anchor.Session, { data: Required<NonNullable<AnchorSession['data']>> }>,
  ]
>;
