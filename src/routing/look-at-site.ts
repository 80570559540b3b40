import { blockOnPage } from '../judge/block-page.ts';
import { readPage } from '../judge/page-reading.ts';
import type { Gate } from '../platform/net/gate.ts';
import { safeFetch } from '../platform/net/safe-fetch.ts';
import type { Defense } from './port.ts';

/** The result of one look at a site from outside. */
export interface SiteLook {
  defense: Defense;
  /** Its software and its kind: evidence passes between sites with equal tags. */
  tags: string[];
}

const BYTES = 200_000;
const TIMEOUT_MS = 5_000;

/** One plain request through the gate; null where the site does not answer. */
export async function lookAtSite(gate: Gate, url: string): Promise<SiteLook | null> {
  const answer = await safeFetch(gate, url, {
    localAllowed: gate.isLocalTarget(url),
    maxBytes: BYTES,
    overflow: 'cut',
    timeoutMs: TIMEOUT_MS,
  });
  if (answer.kind !== 'response') return null;
  const markup = new TextDecoder().decode(answer.body);
  return readLook({ url: answer.url, status: answer.status, headers: answer.headers, markup });
}

function readLook(page: {
  url: string;
  status: number;
  headers: Record<string, string>;
  markup: string;
}): SiteLook {
  const { headers, markup, status, url } = page;
  const block = blockOnPage(readPage({ finalUrl: url, httpStatus: status, title: null, headers, markup }));
  const sent = `${headers['set-cookie'] ?? ''} ${Object.keys(headers).join(' ')}`;
  const marked = MARKS.find(
    ({ inHeaders, inMarkup }) => inHeaders?.test(sent) || inMarkup?.test(markup),
  )?.defense;
  const isRefused = status === 403 || status === 429;
  const met = block && block.defense !== 'unknown' ? block.defense : marked;
  return { defense: met ?? (isRefused || block ? 'unknown' : 'none'), tags: tagsOf(headers, markup) };
}

/** Signs of a defence on a page that let us in: its cookies, its headers, its scripts. The stronger ones first. */
const MARKS: { defense: Defense; inHeaders?: RegExp; inMarkup?: RegExp }[] = [
  {
    defense: 'datadome',
    inHeaders: /\bdatadome=|x-datadome/i,
    inMarkup: /js\.datadome\.co|captcha-delivery\.com/i,
  },
  {
    defense: 'perimeterx',
    inHeaders: /\b_px(?:hd|vid|3)?=/i,
    inMarkup: /_pxAppId|px-cloud\.net|px-cdn\.net/i,
  },
  { defense: 'akamai', inHeaders: /\b(?:_abck|bm_sz|ak_bmsc)=/i },
  { defense: 'turnstile', inMarkup: /challenges\.cloudflare\.com\/turnstile|class="cf-turnstile"/i },
  {
    defense: 'cloudflare',
    inHeaders: /\b(?:__cf_bm|cf_clearance)=|cf-mitigated/i,
    inMarkup: /challenge-platform\/scripts/i,
  },
  { defense: 'recaptcha', inMarkup: /(?:google\.com|recaptcha\.net)\/recaptcha\/|class="g-recaptcha"/i },
];

const STACKS: [string, RegExp][] = [
  ['shopify', /cdn\.shopify\.com|shopify/i],
  ['woocommerce', /woocommerce/i],
  ['wordpress', /wp-content|wordpress/i],
  ['magento', /mage\/|magento/i],
  ['drupal', /drupal/i],
  ['next', /__NEXT_DATA__|_next\/static/i],
  ['nuxt', /__NUXT__|_nuxt\//i],
  ['angular', /ng-version=/i],
  ['react', /data-reactroot|react(?:-dom)?(?:\.production)?\.min\.js/i],
];

function tagsOf(headers: Record<string, string>, markup: string): string[] {
  const stack =
    STACKS.find(([, sign]) => sign.test(markup))?.[0] ?? (headers['x-powered-by'] ? 'server' : 'plain');
  const wall = /type="password"/i.test(markup) ? 'login' : 'open';
  const declared = /property="og:type"\s+content="([a-z._-]{2,30})"/i.exec(markup)?.[1];
  const typed = /"@type"\s*:\s*"([A-Za-z]{2,30})"/.exec(markup)?.[1];
  return [`${stack}/${wall}`, (declared ?? typed ?? 'page').toLowerCase()];
}
