/**
 * Checked by the compiler alone. Of each shape that an adapter reads: every answer that the vendor's client allows is accepted, each
 * field that the adapter reads is one that the client knows, and every state in the client's enumeration has a meaning.
 */

import type { OpenAIComputerAction } from '@ai-sdk/openai';
import type { Airtop } from '@airtop/sdk';

import type Browserbase from '@browserbasehq/sdk';
import type Hyper from '@hyperbrowser/sdk/types';
import type * as Mendable from '@mendable/firecrawl-js';
import type Kernel from '@onkernel/sdk';
import type { SpiderCoreResponse } from '@spider-cloud/spider-client/dist/config.js';
import type { TavilyExtractResponse } from '@tavily/core';
import type { BrowserSession, Run } from '@tiny-fish/sdk';
import type AnchorBrowser from 'anchorbrowser';
import type { ActorRun } from 'apify-client';
import type { V2Types } from 'browser-use-sdk';
import type * as BrowserUse from 'browser-use-sdk/v4';
import type { BrowserCreateResponse } from 'cloudflare/resources/browser-rendering/devtools/browser';
import type { SearchResponse } from 'exa-js';
import type { LinkupFetchResponse } from 'linkup-sdk';
import type * as Notte from 'notte-sdk';
import type { ComputerAction } from 'openai/resources/responses/responses';
import type Parallel from 'parallel-web';
import type Scrapfly from 'scrapfly-sdk';
import type Steel from 'steel-sdk';
import type { z } from 'zod';
import type * as apify from '../../../src/runners/extraction/engines/apify.ts';
import type * as unlocker from '../../../src/runners/extraction/engines/brightdata.ts';
import type * as contents from '../../../src/runners/extraction/engines/exa.ts';
import type * as scrape from '../../../src/runners/extraction/engines/firecrawl.ts';
import type * as hyperScrape from '../../../src/runners/extraction/engines/hyperbrowser.ts';
import type * as linkup from '../../../src/runners/extraction/engines/linkup.ts';
import type * as parallel from '../../../src/runners/extraction/engines/parallel.ts';
import type * as scrapfly from '../../../src/runners/extraction/engines/scrapfly.ts';
import type * as spider from '../../../src/runners/extraction/engines/spider.ts';
import type * as steelScrape from '../../../src/runners/extraction/engines/steel.ts';
import type * as tavily from '../../../src/runners/extraction/engines/tavily.ts';
import type * as anchor from '../../../src/runners/hosted/agents/anchor.ts';
import type * as v2 from '../../../src/runners/hosted/agents/browser-use.ts';
import type * as v4 from '../../../src/runners/hosted/agents/browser-use-v4.ts';
import type * as browserbase from '../../../src/runners/hosted/agents/browserbase-agents.ts';
import type * as firecrawl from '../../../src/runners/hosted/agents/firecrawl-agent.ts';
import type * as hyperbrowser from '../../../src/runners/hosted/agents/hyperbrowser.ts';
import type * as notte from '../../../src/runners/hosted/agents/notte.ts';
import type * as tinyfish from '../../../src/runners/hosted/agents/tinyfish.ts';
import type * as airtopBrowser from '../../../src/runners/infra/sources/airtop.ts';
import type * as anchorBrowser from '../../../src/runners/infra/sources/anchor.ts';
import type * as v4Browser from '../../../src/runners/infra/sources/browser-use.ts';
import type * as browserbaseBrowser from '../../../src/runners/infra/sources/browserbase.ts';
import type * as cloudflareBrowser from '../../../src/runners/infra/sources/cloudflare.ts';
import type * as firecrawlBrowser from '../../../src/runners/infra/sources/firecrawl.ts';
import type * as hyperBrowser from '../../../src/runners/infra/sources/hyperbrowser.ts';
import type * as kernelBrowser from '../../../src/runners/infra/sources/kernel.ts';
import type * as notteBrowser from '../../../src/runners/infra/sources/notte.ts';
import type * as steelBrowser from '../../../src/runners/infra/sources/steel.ts';
import type * as tinyfishBrowser from '../../../src/runners/infra/sources/tinyfish.ts';
import type { SingleJSONResponse } from './node_modules/@brightdata/sdk/dist/types/types/request.js';

/** The client's answer is one that the schema takes, and has every field that the schema reads, but for the `newer` ones. */
type Accepts<Schema extends z.ZodType, Answer, Newer extends string = never> = 0 extends 1 & Answer
  ? { untyped: Answer }
  : [Answer] extends [z.input<Schema>]
    ? [Exclude<Strange<z.input<Schema>, Answer>, Newer>] extends [never]
      ? true
      : { strange: Exclude<Strange<z.input<Schema>, Answer>, Newer> }
    : { not: Answer };
/** Fields that a schema reads and a client does not know. */
type Strange<Read, Answer> = string extends Answer
  ? never
  : Read extends readonly (infer Item)[]
    ? Strange<NonNullable<Item>, NonNullable<Items<Answer>>>
    : Read extends object
      ? {
          [Name in keyof Read]-?: Name extends Names<Answer>
            ? Strange<NonNullable<Read[Name]>, NonNullable<At<Answer, Name>>>
            : Name;
        }[keyof Read]
      : never;
type Items<Answer> = Answer extends readonly (infer Item)[] ? Item : never;
type Names<Answer> = Answer extends object ? keyof Answer : never;
type At<Answer, Name> = Answer extends object ? (Name extends keyof Answer ? Answer[Name] : never) : never;
/** No state of the client is missing. */
type Knows<States, Status> = string extends Status
  ? { untyped: Status }
  : Status extends keyof States
    ? true
    : { unknown: Status };
type All<Checks extends true[]> = Checks;
/** What a method of a client answers. */
type Told<Method extends (...given: never[]) => unknown> = Awaited<ReturnType<Method>>;

type AnchorTools = AnchorBrowser['tools'];
type AnchorSessions = AnchorBrowser['sessions'];
type AnchorStatus = Told<AnchorTools['getPerformWebTaskStatus']>;
type BrowserbaseRuns = Browserbase['agents']['runs'];
type FirecrawlStatus = Told<Mendable.Firecrawl['getAgentStatus']>;
type HyperTask = Hyper.BrowserUseTaskResponse | Hyper.HyperAgentTaskResponse;
/** The steps of the others are messages of their models, which the adapter does not read. */
type HyperModelTask =
  | Hyper.ClaudeComputerUseTaskResponse
  | Hyper.CuaTaskResponse
  | Hyper.GeminiComputerUseTaskResponse
  | Hyper.GrokComputerUseTaskResponse
  | Hyper.MetaComputerUseTaskResponse;
type Unread<Task> = Task extends { data?: infer Data }
  ? Omit<Task, 'data'> & {
      data?: (Omit<NonNullable<Data>, 'steps'> & { steps: ReturnType<JSON['parse']> }) | null;
    }
  : never;

export type Checks = All<
  [
    // Agents
    Knows<typeof v2.states, V2Types['schemas']['TaskStatus']>,
    Accepts<typeof v2.TaskView, V2Types['schemas']['TaskView']>,
    Accepts<typeof v2.Created, V2Types['schemas']['TaskCreatedResponse']>,
    Accepts<typeof v2.SessionView, V2Types['schemas']['SessionView']>,
    Accepts<typeof v2.FileView, V2Types['schemas']['TaskOutputFileResponse']>,
    Knows<typeof v4.states, BrowserUse.RunSummary['status'] | BrowserUse.RunCreateResponse['status']>,
    Accepts<typeof v4.View, BrowserUse.RunSummary>,
    Accepts<typeof v4.Events, BrowserUse.RunEventsResponse>,
    Knows<typeof browserbase.states, Told<BrowserbaseRuns['retrieve']>['status']>,
    Accepts<typeof browserbase.View, Told<BrowserbaseRuns['retrieve']>>,
    Accepts<typeof browserbase.Messages, Told<BrowserbaseRuns['listMessages']>>,
    Accepts<typeof browserbase.LiveView, Told<Browserbase['sessions']['debug']>>,
    Knows<typeof hyperbrowser.states, HyperTask['status'] | HyperModelTask['status']>,
    Accepts<typeof hyperbrowser.View, HyperTask>,
    Accepts<typeof hyperbrowser.View, Unread<HyperModelTask>>,
    Knows<typeof firecrawl.states, FirecrawlStatus['status']>,
    Accepts<typeof firecrawl.View, FirecrawlStatus>,
    Accepts<typeof firecrawl.Trace, Told<Mendable.Firecrawl['getAgentTrace']>>,
    Knows<typeof tinyfish.states, Run['status']>,
    Accepts<typeof tinyfish.View, Run>,
    Knows<typeof anchor.states, Lowercase<AnchorStatus['data']['status']>>,
    Accepts<typeof anchor.View, AnchorStatus>,
    Accepts<typeof anchor.Session, { data: Required<NonNullable<Told<AnchorSessions['create']>['data']>> }>,
    Accepts<typeof anchor.Seen, Told<AnchorSessions['retrieve']>>,
    Accepts<typeof anchor.Files, Told<AnchorSessions['retrieveDownloads']>>,
    Accepts<typeof anchor.Files, Told<AnchorSessions['recordings']['list']>>,
    Knows<typeof notte.states, Notte.LegacyAgentStatusResponse['status']>,
    Accepts<typeof notte.View, Notte.LegacyAgentStatusResponse>,
    Accepts<typeof notte.Session, Notte.SessionResponse>,
    Accepts<typeof notte.Begun, Notte.AgentResponse>,
    // Browsers
    Accepts<typeof airtopBrowser.Session, Airtop.SessionResponse>,
    Accepts<
      typeof anchorBrowser.Session,
      { data: Required<NonNullable<Told<AnchorSessions['create']>['data']>> }
    >,
    Accepts<typeof anchorBrowser.Used, Told<AnchorSessions['retrieve']>>,
    Accepts<typeof v4Browser.Session, BrowserUse.BrowserSessionItemView>,
    Accepts<typeof v4Browser.Cost, BrowserUse.BrowserSessionView>,
    Accepts<typeof browserbaseBrowser.Session, Browserbase.SessionCreateResponse>,
    Accepts<typeof cloudflareBrowser.Session, BrowserCreateResponse>,
    Accepts<typeof firecrawlBrowser.Session, Mendable.BrowserCreateResponse & { id: string }>,
    Accepts<typeof hyperBrowser.Session, Hyper.SessionDetail>,
    Accepts<typeof hyperBrowser.Used, Hyper.SessionDetail>,
    Accepts<typeof kernelBrowser.Session, Kernel.BrowserCreateResponse>,
    Accepts<typeof kernelBrowser.Used, Kernel.BrowserRetrieveResponse>,
    Accepts<typeof notteBrowser.Session, Notte.SessionResponse>,
    Accepts<typeof steelBrowser.Session, Steel.Session>,
    Accepts<typeof tinyfishBrowser.Session, BrowserSession>,
    // Engines
    Accepts<typeof apify.Run, { data: ActorRun }>,
    Accepts<typeof unlocker.Answer, SingleJSONResponse>,
    // exa.ai/docs/reference/get-contents, 2026-11: the reason of a page that failed.
    Accepts<typeof contents.Answer, SearchResponse<{ text: true; summary: true }>, 'error'>,
    Accepts<typeof scrape.Answer, { success: true; data: Mendable.Document; error?: string }>,
    Accepts<typeof hyperScrape.Answer, Hyper.ScrapeJobResponse | Hyper.ExtractJobResponse>,
    Accepts<typeof hyperScrape.Page, Hyper.ScrapeJobData>,
    Accepts<typeof linkup.Answer, LinkupFetchResponse<{ url: string; includeRawHtml: true }>>,
    Accepts<typeof parallel.Answer, Parallel.ExtractResponse>,
    Accepts<typeof scrapfly.Answer, Scrapfly.ScrapeResult>,
    // spider.cloud/docs/api, 2026-11: the price of a page.
    Accepts<typeof spider.Answer, SpiderCoreResponse[], 'costs'>,
    Accepts<typeof steelScrape.Answer, Steel.ScrapeResponse>,
    Accepts<typeof tavily.Answer, Snake<TavilyExtractResponse>>,
    // Models: what their tools may ask for is what the library hands on, and the adapter's switch takes all of it.
    Knows<Record<OpenAIComputerAction['type'], true>, ComputerAction['type']>,
    Knows<Record<Button<OpenAIComputerAction>, true>, Button<ComputerAction>>,
  ]
>;

type Button<Action> = Action extends { type: 'click'; button: infer Name extends string } ? Name : never;

/** Their client renames the fields of the wire. */
type Snake<Value> = Value extends readonly (infer Item)[]
  ? Snake<Item>[]
  : Value extends object
    ? { [Name in keyof Value as SnakeName<Name & string>]: Snake<Value[Name]> }
    : Value;
type SnakeName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeName<Rest>}`
  : Name;
