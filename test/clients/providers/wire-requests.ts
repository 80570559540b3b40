/**
 * Checked by the compiler alone: the bodies that our adapters send for every row of the catalog are ones that the vendor's client
 * would send, with no field and no value of an enumeration that it does not know. `recorded-requests.ts` writes them down.
 */
import type { Airtop } from '@airtop/sdk';
import type Browserbase from '@browserbasehq/sdk';
import type Hyper from '@hyperbrowser/sdk/types';
import type { Firecrawl, ScrapeOptions } from '@mendable/firecrawl-js';
import type Kernel from '@onkernel/sdk';
import type { SpiderParams } from '@spider-cloud/spider-client';
import type { AgentRunParams } from '@tiny-fish/sdk';
import type AnchorBrowser from 'anchorbrowser';
import type { V2Types } from 'browser-use-sdk';
import type * as BrowserUse from 'browser-use-sdk/v4';
import type { ContentCreateParams } from 'cloudflare/resources/browser-rendering/content';
import type { ContentsOptions } from 'exa-js';
import type { FetchParams } from 'linkup-sdk';
import type * as Notte from 'notte-sdk';
import type Parallel from 'parallel-web';
import type Steel from 'steel-sdk';

/** What a method of a client takes. */
type Sent<Method extends (...given: never[]) => unknown> = NonNullable<Parameters<Method>[0]>;
/** Their client leaves the body open; a story in `provider-clients.test.ts` drives it. */
type Open = Record<string, unknown>;
type OneOf<Union, Left extends string> = Union extends unknown ? Omit<Union, Left> : never;

/** The client calls the field `api_timeout` and sends it as `timeout`. */
type BrowserbaseSession = Omit<Browserbase.SessionCreateParams, 'api_timeout'> & { timeout?: number };
/** docs.anchorbrowser.io OpenAPI, 2026-11: two more agents, and the task that goes on after the call. */
type AnchorTask = Omit<Sent<AnchorBrowser['tools']['performWebTask']>, 'sessionId' | 'agent'> & {
  agent?: 'browser-use' | 'openai-cua' | 'gemini-computer-use' | 'anthropic-cua';
  async?: boolean;
};

export interface Requests {
  'infra/airtop /api/v1/sessions': Airtop.SessionRestInputV1[];
  'hosted/anchor /v1/sessions': Sent<AnchorBrowser['sessions']['create']>[];
  'hosted/anchor /v1/tools/perform-web-task': AnchorTask[];
  'infra/anchor /v1/sessions': Sent<AnchorBrowser['sessions']['create']>[];
  'extraction/apify /v2/actors/apify~website-content-crawler/runs': Open[];
  'extraction/brightdata /request': Open[];
  'hosted/browser-use-v4 /api/v4/runs': BrowserUse.RunCreateBody[];
  'hosted/browser-use /api/v2/tasks': (Partial<V2Types['schemas']['CreateTaskRequest']> & { task: string })[];
  'infra/browser-use /api/v4/browsers': BrowserUse.CreateBrowserBody[];
  'infra/browserbase /v1/sessions': BrowserbaseSession[];
  'hosted/browserbase-agents /v1/agents/runs': Sent<Browserbase['agents']['runs']['create']>[];
  'extraction/cloudflare /accounts/x/browser-rendering/content': OneOf<ContentCreateParams, 'account_id'>[];
  'extraction/exa /contents': (ContentsOptions & { urls: string[] })[];
  'hosted/firecrawl-agent /v2/agent': Sent<Firecrawl['startAgent']>[];
  'infra/firecrawl /v2/browser': Sent<Firecrawl['browser']>[];
  'extraction/firecrawl /v2/scrape': (ScrapeOptions & { url: string })[];
  'infra/hyperbrowser /api/session': Hyper.CreateSessionParams[];
  'hosted/hyperbrowser /api/task/browser-use': Hyper.StartBrowserUseTaskParams[];
  'hosted/hyperbrowser /api/task/hyper-agent': Hyper.StartHyperAgentTaskParams[];
  'hosted/hyperbrowser /api/task/claude-computer-use': Hyper.StartClaudeComputerUseTaskParams[];
  'hosted/hyperbrowser /api/task/cua': Hyper.StartCuaTaskParams[];
  'hosted/hyperbrowser /api/task/gemini-computer-use': Hyper.StartGeminiComputerUseTaskParams[];
  'hosted/hyperbrowser /api/task/grok-computer-use': Hyper.StartGrokComputerUseTaskParams[];
  'hosted/hyperbrowser /api/task/meta-computer-use': Hyper.StartMetaComputerUseTaskParams[];
  'extraction/hyperbrowser /api/scrape': Hyper.StartScrapeJobParams[];
  'extraction/hyperbrowser /api/extract': Hyper.StartExtractJobParams[];
  'infra/kernel /browsers': Kernel.BrowserCreateParams[];
  'extraction/linkup /v1/fetch': FetchParams[];
  'hosted/notte /sessions/start': Notte.ApiSessionStartRequest[];
  'hosted/notte /agents/start': Notte.ApiAgentStartRequest[];
  'hosted/notte /vaults/create': Notte.VaultCreateRequest[];
  'hosted/notte /vaults/x/credentials': Notte.AddCredentialsRequest[];
  'infra/notte /sessions/start': Notte.ApiSessionStartRequest[];
  'extraction/parallel /v1/extract': Parallel.ExtractParams[];
  'extraction/spider /v1/scrape': SpiderParams[];
  'infra/steel /v1/sessions': Steel.SessionCreateParams[];
  'extraction/steel /v1/scrape': Steel.ScrapeParams[];
  'extraction/tavily /extract': Open[];
  'hosted/tinyfish /v1/automation/run-async': AgentRunParams[];
}
