import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { StartupError } from '../errors.ts';
import { microUsd } from '../platform/money.ts';
import { PRICE_UNITS, type RunnerFacts, type WireCheck } from './contract.ts';
import { optionProblem, type RowOptions } from './options.ts';

export const CATEGORIES = ['SOC2', 'HIPAA', 'EU'] as const;
export type Category = (typeof CATEGORIES)[number];

export type RunnerStatus = 'available' | 'needs_key' | 'unreachable' | 'coming_soon';

/** A known runner, whether it can be used here and now, and why not. */
export interface RegistryEntry {
  facts: RunnerFacts;
  status: RunnerStatus;
  reason: string | null;
  /** It can open pages on this network. */
  reachesLocal: boolean;
}

/** A company or program behind runners, and the parts of an account there. */
export interface ProviderFacts {
  family: string;
  name: string;
  baseUrl: string | null;
  docsUrl: string | null;
  secrets: readonly SecretFacts[];
  source: FactsSource;
  /** What its adapters were compared with, unless a row says otherwise. */
  wire: WireCheck;
  notServed: readonly string[];
}

/** One part of an account; its setting is `<FAMILY>_<NAME>`, or one of the names the vendor uses. */
interface SecretFacts {
  name: string;
  setting: string;
  aliases: readonly string[];
  isOptional: boolean;
}

interface FactsSource {
  checked: string;
  seenIn: readonly string[];
}

/** One way of running a task. */
export interface CatalogRow {
  facts: RunnerFacts;
  /** `kind/file` of the code that speaks the provider's wire, such as `hosted/deck`. */
  adapter: string;
  /** What the adapter reads besides the answer or the page. */
  reads: readonly string[];
  /** Options of this row: a model, an engine, a mode. */
  options: RowOptions;
  /** The provider's own address for it. */
  baseUrl: string | null;
  /** The families whose accounts an attempt works under. */
  needs: readonly string[];
  /** Parts of the account at its own provider that are optional for others. */
  requires: readonly string[];
  /** How long its task may run by its provider's word alone, without a new step. */
  quietForMs: number;
  /** Why it is listed and not dispatched; null when it is. */
  comingSoon: string | null;
  /** Public claims of its provider, in words; the categories rest on them. */
  claims: Readonly<Partial<Record<Category, string>>>;
  published: { success: number; benchmark: string; source: string; date: string } | null;
  source: FactsSource;
}

/** Facts about every runner the product knows, read once from the data files in `catalog/`. */
export interface Catalog {
  rows: readonly CatalogRow[];
  providers: ReadonlyMap<string, ProviderFacts>;
  facts: readonly RunnerFacts[];
  pools: Readonly<Record<Category, readonly string[]>>;
}

const capability = z.enum([
  'interaction_relay',
  'login',
  'downloads',
  'javascript',
  'structured_output',
  'live_view',
  'replay',
  'cancel',
]);

const price = z.strictObject({
  unit: z.enum(PRICE_UNITS),
  usd: z.number().min(0),
  typical_task_usd: z.number().min(0),
  /** An estimate from similar runners: the provider publishes no price. */
  estimated: z.boolean().default(false),
  /** According to its price list, failed tasks are free. */
  failures_free: z.boolean().default(false),
});

const claims = z.partialRecord(z.enum(CATEGORIES), z.string());

/** What an adapter was compared with: the vendor's own client, its published shapes, or nothing but its documentation. */
const wire = z.strictObject({
  checked: z.enum(['sdk', 'published', 'unverified']),
  /** The npm package of the client, or the document. */
  source: z.string().nullable().default(null),
  version: z.string().nullable().default(null),
  date: z.iso.date().nullable().default(null),
});

const variant = z.strictObject({
  slug: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  name: z.string().optional(),
  engine: z.string().optional(),
  options: z.record(z.string(), z.unknown()).default({}),
  price: price.optional(),
  claims: claims.optional(),
  /** All of them, where they differ from the row's. */
  capabilities: z.array(capability).optional(),
  /** Its address, when it differs from the family's. */
  base_url: z.url().optional(),
  curated: z.boolean().default(false),
  /** A success rate that was published about it: smart routing starts with it. */
  published: z
    .strictObject({
      success: z.number().min(0).max(1),
      benchmark: z.string(),
      source: z.url(),
      date: z.iso.date(),
    })
    .optional(),
});

const runner = variant.extend({
  name: z.string(),
  engine: z.string().nullable().default(null),
  kind: z.enum(['hosted_agent', 'browser_infra', 'extraction', 'open_source']),
  adapter: z.string(),
  /** What it reads besides the answer or the page. */
  reads: z
    .array(z.enum(['live view', 'replay', 'steps', 'downloads', 'recordings', 'screenshots', 'cost']))
    .default([]),
  curated: z.boolean().default(true),
  needs_url: z.boolean().default(false),
  trusted: z.boolean().default(false),
  capabilities: z.array(capability).default([]),
  secrets: z
    .strictObject({
      channel: z.enum(['none', 'driver', 'named_values', 'bound_values', 'vendor_vault', 'task_text']),
      model_sees: z.boolean(),
    })
    .default({ channel: 'none', model_sees: false }),
  price,
  /** Parts of the account that this one needs and the family's others do not. */
  requires: z.array(z.string()).default([]),
  coming_soon: z.string().nullable().default(null),
  /** Where it differs from the family's. */
  wire: wire.optional(),
  variants: z.array(variant).default([]),
});

const secret = z.strictObject({
  name: z.string().regex(/^[a-z_]+$/),
  setting: z.string().optional(),
  aliases: z.array(z.string()).default([]),
  optional: z.boolean().default(false),
});

const family = z.strictObject({
  family: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  base_url: z.url().nullable().default(null),
  docs_url: z.url().nullable().default(null),
  secrets: z.array(secret).default([{ name: 'api_key', aliases: [], optional: false }]),
  claims: claims.default({}),
  checked: z.string().default('2026-11'),
  seen_in: z.array(z.string()).default([]),
  wire: wire.default({ checked: 'unverified', source: null, version: null, date: null }),
  /** Minutes that a task may run by the provider's word alone, without a new step. */
  quiet_minutes: z.int().positive().default(60),
  /** Abilities of the provider that its adapters leave alone. */
  not_served: z.array(z.string()).default([]),
  runners: z.array(runner).default([]),
  /** Programs that drive a browser of any source with the configured model, for the grid below. */
  drivers: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        typical_task_usd: z.number(),
        /** Its name on this machine's own browser, when it is not the id. */
        local_slug: z.string().optional(),
        /** Abilities of browsers that it lacks: to take a stored login, where its model would see it; to ask the owner. */
        lacks: z.array(capability).default([]),
        /** It speaks the debugging protocol itself, so it cannot use browsers of another protocol. */
        over_cdp: z.boolean().default(false),
      }),
    )
    .default([]),
  /** Models that drive a browser of any source, for the grid below. */
  models: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        model: z.string(),
        input_usd_per_million: z.number(),
        output_usd_per_million: z.number(),
        typical_task_usd: z.number(),
        /** The prices are ours, from the vendor's neighbours. */
        estimated: z.boolean().default(false),
        /** The vendor's own computer-use tool, by the file that speaks it. */
        computer: z.string().optional(),
      }),
    )
    .default([]),
});
type Family = z.infer<typeof family>;
type RunnerRow = z.infer<typeof runner>;

let known: Catalog | null = null;

/** Read once; an invalid row stops the start. */
export function readCatalog(): Catalog {
  known ??= readFolder();
  return known;
}

function readFolder(): Catalog {
  const folder = new URL('../../catalog/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return catalogOf(files.sort().map((name) => readFamily(name, readFileSync(new URL(name, folder), 'utf8'))));
}

export function readFamily(file: string, text: string): Family {
  const read = family.safeParse(JSON.parse(text));
  const [issue] = read.error?.issues ?? [];
  if (!read.success) throw new StartupError(`catalog/${file}: ${issue?.path.join('.')}: ${issue?.message}`);
  for (const row of read.data.runners)
    for (const { slug, options } of [row, ...row.variants]) {
      const problem = optionProblem(row.adapter, options);
      if (problem) throw new StartupError(`catalog/${file}: ${slug}: ${problem}`);
    }
  return read.data;
}

function catalogOf(families: Family[]): Catalog {
  const providers = new Map(families.map((one) => [one.family, providerOf(one)]));
  const rows = families.flatMap((one) => one.runners.flatMap((row) => rowsOf(one, row)));
  rows.push(...modelRows(families, rows), ...driverRows(families, rows));
  const slugs = new Set<string>();
  for (const { facts } of rows) {
    if (slugs.has(facts.slug)) throw new StartupError(`catalog: ${facts.slug} is listed twice`);
    slugs.add(facts.slug);
  }
  const pool = (name: Category) =>
    rows.filter((row) => row.claims[name] && row.comingSoon === null).map((row) => row.facts.slug);
  const pools = { SOC2: pool('SOC2'), HIPAA: pool('HIPAA'), EU: pool('EU') };
  return { rows, providers, facts: rows.map((row) => row.facts), pools };
}

export function settingPrefix(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
}

function providerOf(one: Family): ProviderFacts {
  const secrets = one.secrets.map(({ name, setting, aliases, optional }) => ({
    name,
    setting: setting ?? `${settingPrefix(one.family)}_${settingPrefix(name)}`,
    aliases,
    isOptional: optional,
  }));
  const { family: known, name, base_url: baseUrl, docs_url: docsUrl, wire, not_served: notServed } = one;
  return { family: known, name, baseUrl, docsUrl, secrets, source: sourceOf(one), wire, notServed };
}

function sourceOf({ checked, seen_in: seenIn }: Family): FactsSource {
  return { checked, seenIn };
}

/** A row and its variants: a variant inherits missing fields from its row. */
function rowsOf(one: Family, row: RunnerRow): CatalogRow[] {
  const variants = row.variants.map((more) => ({
    ...row,
    ...more,
    name: more.name ?? `${row.name} (${more.engine ?? more.slug})`,
    engine: more.engine ?? row.engine,
    price: more.price ?? row.price,
    capabilities: more.capabilities ?? row.capabilities,
    options: { ...row.options, ...more.options },
    claims: { ...row.claims, ...more.claims },
    // Another model is another figure.
    published: more.published,
  }));
  return [row, ...variants].map((each) => ({
    facts: factsOf(one, each),
    adapter: each.adapter,
    reads: each.reads,
    options: each.options as RowOptions,
    baseUrl: each.base_url ?? one.base_url,
    needs: one.secrets.length > 0 || one.base_url !== null ? [one.family] : [],
    requires: each.requires,
    quietForMs: one.quiet_minutes * 60_000,
    comingSoon: each.coming_soon,
    // A provider's claims hold for its runners; the place of a browser is a matter of the row.
    claims: { ...one.claims, ...each.claims },
    published: each.published ?? null,
    source: sourceOf(one),
  }));
}

function factsOf(one: Family, row: RunnerRow): RunnerFacts {
  const has = (name: z.infer<typeof capability>) => row.capabilities.includes(name);
  const names = capability.options.map((name) => [name, has(name)]);
  return {
    slug: row.slug,
    name: row.name,
    kind: row.kind,
    family: one.family,
    engine: row.engine,
    curated: row.curated,
    needsUrl: row.needs_url,
    trusted: row.trusted,
    secrets: { channel: row.secrets.channel, modelSees: row.secrets.model_sees },
    capabilities: Object.fromEntries(names) as RunnerFacts['capabilities'],
    price: {
      unit: row.price.unit,
      microUsd: microUsd(row.price.usd),
      typicalTaskMicroUsd: microUsd(row.price.typical_task_usd),
      isEstimated: row.price.estimated,
      isFailureFree: row.price.failures_free,
    },
    docsUrl: one.docs_url,
    // A program of this machine speaks no provider's wire, and neither does a row without an adapter.
    wire: /^(?:local\/|none$)/.test(row.adapter) ? null : (row.wire ?? one.wire),
  };
}

/** The browsers of the grids: every source, once for each of its modes. */
function browsersOf(rows: CatalogRow[]): CatalogRow[] {
  return rows.filter(
    ({ options, comingSoon }) =>
      options.driver === 'page-agent' && options.grid !== false && comingSoon === null,
  );
}

/** Every browser with every foreign driver, and the configured model. */
function driverRows(families: Family[], rows: CatalogRow[]): CatalogRow[] {
  const browsers = browsersOf(rows);
  return families.flatMap((one) =>
    one.drivers.flatMap(({ id, name, typical_task_usd, local_slug = id, lacks, over_cdp }) =>
      browsers.flatMap((row) => {
        const { facts, options } = row;
        if (over_cdp && options.protocol !== undefined) return [];
        const typicalTaskMicroUsd = facts.price.typicalTaskMicroUsd + microUsd(typical_task_usd);
        const price = { ...facts.price, typicalTaskMicroUsd, isEstimated: true };
        const curated = options.grid !== undefined;
        const slug = curated ? local_slug : `${id}@${facts.slug}`;
        const own = {
          slug,
          name: `${facts.name} with ${name}`,
          engine: id,
          curated,
          needsUrl: false,
          price,
          capabilities: { ...facts.capabilities, ...Object.fromEntries(lacks.map((name) => [name, false])) },
          ...(lacks.includes('login') && { secrets: { channel: 'none' as const, modelSees: false } }),
        };
        return { ...row, facts: { ...facts, ...own }, options: { ...options, driver: id } };
      }),
    ),
  );
}

/** Every browser with every model, driven by the same model agent. */
function modelRows(families: Family[], rows: CatalogRow[]): CatalogRow[] {
  const browsers = browsersOf(rows);
  return families.flatMap((mind) =>
    mind.models.flatMap((model) =>
      browsers.map((row) => {
        const { facts } = row;
        const typicalTaskMicroUsd = facts.price.typicalTaskMicroUsd + microUsd(model.typical_task_usd);
        return {
          ...row,
          facts: {
            ...facts,
            slug: row.options.grid ? `${row.options.grid}-${model.id}` : `${model.id}@${facts.slug}`,
            name: `${facts.name} with ${model.name}`,
            engine: model.id,
            curated: row.options.grid !== undefined,
            needsUrl: false,
            price: {
              ...facts.price,
              typicalTaskMicroUsd,
              isEstimated: model.estimated || facts.price.isEstimated,
            },
          },
          options: {
            ...row.options,
            driver: model.computer ? 'computer-use' : 'model-agent',
            modelFamily: mind.family,
            ...modelOptions(model),
          },
          needs: [...row.needs, mind.family],
          // The model's provider reads the pages, too.
          claims: onlyShared(row.claims, mind.claims),
        };
      }),
    ),
  );
}

/** The claims that both providers of a row make. */
function onlyShared(one: CatalogRow['claims'], other: CatalogRow['claims']): CatalogRow['claims'] {
  return Object.fromEntries(
    CATEGORIES.flatMap((name) => (one[name] && other[name] ? [[name, `${one[name]}; ${other[name]}`]] : [])),
  );
}

function modelOptions(model: Family['models'][number]) {
  return {
    model: model.model,
    ...(model.computer && { computer: model.computer }),
    inputUsdPerMillion: model.input_usd_per_million,
    outputUsdPerMillion: model.output_usd_per_million,
  };
}
