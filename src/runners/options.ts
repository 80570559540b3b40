import { z } from 'zod';

const text = z.string().min(1);
const isOn = z.literal(true);
/** Members of a query or headers. */
const words = z.record(z.string(), z.string());
/** Members of a body, as the provider names them. */
const members = z.record(z.string(), z.unknown());

/** Every option that a row of the catalog can have, with its kind. Unread options are sent unchanged. */
const KINDS = {
  /** Our own: the driver of a lent browser, and whether models and other drivers are offered in it. */
  driver: text,
  grid: z.union([z.literal(false), text]),
  protocol: z.literal('playwright'),
  /** Parts of a call. */
  query: words,
  headers: words,
  body: members,
  path: text.startsWith('/'),
  input: members,
  session: members,
  browser: members,
  configuration: members,
  browserSettings: members,
  sessionOptions: members,
  /** Modes of an engine that its adapter reads. */
  cached: isOn,
  json: isOn,
  summary: isOn,
  extract: isOn,
  http: isOn,
  /** The provider's own names for a model, an agent or a mode. */
  agent: text,
  agent_name: text,
  browser_profile: text,
  device: text,
  engine: text,
  extract_depth: text,
  flashMode: isOn,
  llm: text,
  mobile: isOn,
  model: text,
  provider: text,
  proxy: text,
  proxy_enabled: isOn,
  reasoning_model: text,
  render: text,
  renderJs: isOn,
  request: text,
  stealth: isOn,
  useProxy: isOn,
  use_stealth: isOn,
};

type OptionName = keyof typeof KINDS;

/** The options of a catalog row, including model options if a catalog model drives a rented browser. */
export type RowOptions = Readonly<
  { [Name in OptionName]?: z.infer<(typeof KINDS)[Name]> } & {
    modelFamily?: string;
    computer?: string;
    inputUsdPerMillion?: number;
    outputUsdPerMillion?: number;
  }
>;

const LENT: OptionName[] = ['driver'];

/** Which adapter takes which options. */
const TAKES: Record<string, readonly OptionName[]> = {
  none: [],
  'local/fetch': [],
  'local/chromium': ['driver', 'grid'],
  'hosted/agi-inc': ['agent_name'],
  'hosted/anchor': ['agent', 'provider'],
  'hosted/browser-use': ['llm', 'flashMode'],
  'hosted/browser-use-v4': ['model'],
  'hosted/browserbase-agents': [],
  'hosted/deck': [],
  'hosted/firecrawl-agent': ['model'],
  'hosted/generic-http-agent': [],
  'hosted/gobii': [],
  'hosted/h-company': ['agent'],
  'hosted/hyperbrowser': ['agent', 'llm'],
  'hosted/notte': ['reasoning_model'],
  'hosted/oxylabs-browser-agent': [],
  'hosted/predev': [],
  'hosted/rtrvr': [],
  'hosted/skyvern': ['engine'],
  'hosted/smooth': ['agent', 'use_stealth', 'device'],
  'hosted/tinyfish': ['browser_profile'],
  'extraction/apify': ['input'],
  'extraction/brightdata': [],
  'extraction/browserless': ['query'],
  'extraction/cloudflare': [],
  'extraction/crawl4ai': [],
  'extraction/diffbot': ['query'],
  'extraction/exa': ['summary'],
  'extraction/firecrawl': ['json', 'proxy', 'mobile', 'cached'],
  'extraction/hyperbrowser': ['extract', 'sessionOptions'],
  'extraction/jina': ['headers'],
  'extraction/linkup': ['renderJs'],
  'extraction/olostep': [],
  'extraction/oxylabs': ['render'],
  'extraction/parallel': ['cached'],
  'extraction/scraperapi': ['query'],
  'extraction/scrapfly': ['query'],
  'extraction/scrapingbee': ['query'],
  'extraction/spider': ['request', 'stealth', 'proxy_enabled'],
  'extraction/steel': ['useProxy'],
  'extraction/tavily': ['extract_depth'],
  'extraction/zenrows': ['query'],
  'extraction/zyte': ['http'],
  'infra/airtop': [...LENT, 'configuration'],
  'infra/anchor': [...LENT, 'session', 'browser'],
  'infra/brightdata': LENT,
  'infra/browser-use': [...LENT, 'body'],
  'infra/browserbase': [...LENT, 'body', 'browserSettings'],
  'infra/browserless': [...LENT, 'path', 'query'],
  'infra/cloudflare': LENT,
  'infra/evomi': LENT,
  'infra/firecrawl': [...LENT, 'body'],
  'infra/generic-cdp': [...LENT, 'grid'],
  'infra/hyperbrowser': [...LENT, 'body'],
  'infra/kernel': [...LENT, 'body'],
  'infra/lightpanda': [...LENT, 'query', 'grid'],
  'infra/notte': [...LENT, 'body'],
  'infra/oxylabs': [...LENT, 'query'],
  'infra/playwright-server': [...LENT, 'protocol'],
  'infra/rebrowser': LENT,
  'infra/scrapeless': [...LENT, 'query'],
  'infra/scrapfly': [...LENT, 'query'],
  'infra/selenium-grid': LENT,
  'infra/selenoid': LENT,
  'infra/spider': [...LENT, 'query'],
  'infra/steel': [...LENT, 'body'],
  'infra/surfsky': [...LENT, 'body'],
  'infra/tinyfish': LENT,
  'infra/zenrows': [...LENT, 'query'],
};

/** The fault in the options of a row, in words; null when its adapter takes them. */
export function optionProblem(adapter: string, options: Readonly<Record<string, unknown>>): string | null {
  const takes = TAKES[adapter];
  if (!takes) return `the adapter ${adapter} has no row in the table of src/runners/options.ts`;
  for (const [name, value] of Object.entries(options)) {
    if (!takes.includes(name as OptionName))
      return `the adapter ${adapter} has no option ${name}; it has ${takes.join(', ') || 'none'}`;
    const read = KINDS[name as OptionName].safeParse(value);
    if (!read.success) return `the option ${name}: ${read.error.issues[0]?.message}`;
  }
  return null;
}
