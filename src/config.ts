import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from './errors.ts';

/** The environment, read and checked once. Nothing else in the program reads it. */
export type Config = ReturnType<typeof readConfig>;

const between = (low: number, high: number) => {
  const error = `must be from ${low} to ${high}`;
  return z.number().min(low, error).max(high, error);
};
const integer = (low: number, high: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(between(low, high));

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL');

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(0, 65535).default(8787),
  WORKER_PORT: integer(0, 65535).default(8789),
  DRAIN_S: integer(0, 3_600).default(120),
  BASE_URL: httpUrl.optional(),
  INSTANCE_URL: httpUrl.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  REPLICA_MAX_LAG_S: integer(1, 3_600).default(10),
  SVC_API_KEY: z
    .string()
    .regex(/^svc_[A-Za-z0-9_-]{32,}$/, 'must be `svc_` and at least 32 letters, digits, - or _')
    .optional(),
  SVC_TRIAL_CREDITS_USD: z.coerce.number().min(0).max(1_000_000).default(100),
  SVC_ENV: z.enum(['development', 'production']).default('development'),
  SVC_LOCAL_TARGETS: z.string().default(''),
  SVC_DENIED_RANGES: z.string().default(''),
  SVC_SEARCH_URL: httpUrl
    .refine((value) => value.includes('%s'), 'must hold %s where the words go')
    .default('https://html.duckduckgo.com/html/?q=%s'),
  SVC_DEMO_PORT: integer(0, 65535).default(8788),
  SYNC_WAIT_MS: integer(1, 420_000).default(280_000),
  PROVIDER_QUIET_S: integer(1, 86_400).optional(),
  MAX_LIVE_RUNS: integer(1, 100_000).default(64),
  MAX_SESSIONS: integer(1, 10_000).optional(),
  LEARNING_PROBES: integer(1, 1_000).default(6),
  LEARNING_QUEUE: integer(0, 10_000).default(12),
  CRON_SECRET: z.string().min(1).optional(),
  TRUST_PROXY: z.string().default('off'),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_BASE_URL: httpUrl.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: z.string().min(3).default('Switchyard <switchyard@localhost>'),
  CHROMIUM_PATH: z.string().optional(),
  PLAYWRIGHT_BROWSERS_PATH: z.string().optional(),
  CHROMIUM_SANDBOX: z.enum(['on', 'off']).default('on'),
  BROWSER_SOURCES: z.string().default('local'),
  LLM: z.enum(['auto', 'off']).default('auto'),
  LLM_BASE_URL: httpUrl.optional(),
  LLM_API_KEY: z.string().min(1).optional(),
  LLM_MODEL: z.string().min(1).optional(),
  LLM_INPUT_USD_PER_MILLION: z.coerce.number().min(0).max(10_000).optional(),
  LLM_CACHED_USD_PER_MILLION: z.coerce.number().min(0).max(10_000).optional(),
  LLM_OUTPUT_USD_PER_MILLION: z.coerce.number().min(0).max(10_000).optional(),
  AGENT_VISION: z.enum(['auto', 'on', 'off']).optional(),
  AGENT_MAX_STEPS: z.coerce.number().int().min(1).max(200).optional(),
  AGENT_MODEL: z.string().min(1).optional(),
  AGENT_EXTRACTION_MODEL: z.string().min(1).optional(),
  AGENT_EFFORT: z.enum(['low', 'medium', 'high']).optional(),
  AGENT_CHECK_FINISH: z.enum(['on', 'off']).default('on'),
  KMS_PROVIDER: z.enum(['local', 'aws']).default('local'),
  KMS_KEYS_DIR: z.string().optional(),
  KMS_ROTATE_DAYS: integer(0, 3_650).default(90),
  AWS_KMS_KEY_ID: z.string().min(1).optional(),
  AWS_KMS_BASE_URL: httpUrl.optional(),
  AWS_REGION: z.string().min(1).optional(),
  ARTIFACT_STORE: z.enum(['disk', 's3']).default('disk'),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  FAULT: z.string().optional(),
  HOME: z.string().optional(),
  PATH: z.string().optional(),
});

/** Every setting of the service itself; providers' settings are in the catalog. */
export const settingNames = Object.keys(schema.shape) as Array<keyof typeof schema.shape>;

/** The settings that an embedded service takes from the environment: where programs and browsers are. */
export function machineSettings() {
  const { HOME, PATH, CHROMIUM_PATH, PLAYWRIGHT_BROWSERS_PATH } = process.env;
  return { HOME, PATH, CHROMIUM_PATH, PLAYWRIGHT_BROWSERS_PATH };
}

export function readConfig(env: NodeJS.ProcessEnv) {
  const parsed = schema.safeParse(
    Object.fromEntries(settingNames.map((name) => [name, readSetting(env, name)])),
  );
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `The setting ${path.join('.')} is not usable: ${message}.`,
    );
    throw new StartupError(problems.join('\n'));
  }
  const settings = parsed.data;
  if (settings.SVC_ENV === 'production' && settings.FAULT !== undefined) {
    throw new StartupError('The setting FAULT is for tests and is refused when SVC_ENV is production.');
  }
  if (settings.KMS_PROVIDER === 'aws' && settings.AWS_KMS_KEY_ID === undefined) {
    throw new StartupError('The setting AWS_KMS_KEY_ID is needed when KMS_PROVIDER is aws.');
  }
  if (settings.ARTIFACT_STORE === 's3' && settings.S3_BUCKET === undefined) {
    throw new StartupError('The setting S3_BUCKET is needed when ARTIFACT_STORE is s3.');
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const) {
    if (settings[name] !== undefined && settings.DATABASE_URL === undefined)
      throw new StartupError(`The setting DATABASE_URL is needed when ${name} is set.`);
  }
  return Object.freeze({
    host: settings.HOST,
    port: settings.PORT,
    workerPort: settings.WORKER_PORT,
    drainMs: settings.DRAIN_S * 1_000,
    baseUrl: settings.BASE_URL?.replace(/\/+$/, '') ?? null,
    /** The address of this instance for the others; null: the one it listens on. */
    instanceUrl: settings.INSTANCE_URL?.replace(/\/+$/, '') ?? null,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    /** Past any pooler, for work that needs a session: migrations, notices, backups. */
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? null,
    replica:
      settings.DATABASE_REPLICA_URL === undefined
        ? null
        : { url: settings.DATABASE_REPLICA_URL, maxLagMs: settings.REPLICA_MAX_LAG_S * 1_000 },
    apiKey: settings.SVC_API_KEY ?? null,
    trialCreditsUsd: settings.SVC_TRIAL_CREDITS_USD,
    isProduction: settings.SVC_ENV === 'production',
    localTargets: settings.SVC_LOCAL_TARGETS,
    deniedRanges: settings.SVC_DENIED_RANGES,
    searchUrl: settings.SVC_SEARCH_URL,
    demoPort: settings.SVC_DEMO_PORT,
    syncWaitMs: settings.SYNC_WAIT_MS,
    /** Left out: as long as the catalog says for each provider. */
    quietForMs: settings.PROVIDER_QUIET_S && settings.PROVIDER_QUIET_S * 1_000,
    maxLiveRuns: settings.MAX_LIVE_RUNS,
    /** Null: as many as the memory allows. */
    maxSessions: settings.MAX_SESSIONS ?? null,
    probeLimits: { atOnce: settings.LEARNING_PROBES, queued: settings.LEARNING_QUEUE },
    trustProxy: settings.TRUST_PROXY,
    cronSecret: settings.CRON_SECRET ?? null,
    stripe: stripeSettings(settings),
    mail: { smtpUrl: settings.SMTP_URL ?? null, from: settings.MAIL_FROM },
    chromiumPath: settings.CHROMIUM_PATH ?? null,
    playwrightBrowsersPath: settings.PLAYWRIGHT_BROWSERS_PATH ?? null,
    chromiumSandbox: settings.CHROMIUM_SANDBOX,
    browserSources: settings.BROWSER_SOURCES,
    /** Keys and addresses of providers; the catalog names them (`src/runners/settings.ts`). */
    setting: (name: string): string | null => readSetting(env, name) ?? null,
    ...modelSettings(settings),
    kms: {
      provider: settings.KMS_PROVIDER,
      keysDir: resolve(settings.KMS_KEYS_DIR ?? join(settings.DATA_DIR, 'keys')),
      rotateDays: settings.KMS_ROTATE_DAYS,
      awsKeyId: settings.AWS_KMS_KEY_ID ?? null,
      awsBaseUrl: settings.AWS_KMS_BASE_URL ?? null,
      awsRegion: settings.AWS_REGION ?? null,
    },
    artifacts: {
      store: settings.ARTIFACT_STORE,
      folder: resolve(settings.DATA_DIR, 'artifacts'),
      bucket: settings.S3_BUCKET ?? null,
      endpoint: settings.S3_ENDPOINT ?? null,
      region: settings.AWS_REGION ?? null,
    },
    metricsToken: settings.METRICS_TOKEN ?? null,
    tracesEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logLevel: settings.LOG_LEVEL,
    fault: settings.FAULT ?? null,
    home: settings.HOME ?? '/',
    path: settings.PATH ?? '/usr/bin:/bin',
  });
}

/** The value of a setting, or of the file that `NAME_FILE` names, as mounted secrets have it. */
function readSetting(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name] || undefined;
  const file = env[`${name}_FILE`] || undefined;
  if (file === undefined) return value;
  if (value !== undefined) throw new StartupError(`${name} and ${name}_FILE are both set. Keep one.`);
  return readSecret(`${name}_FILE`, file) || undefined;
}

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new StartupError(
      `The file ${path} of the setting ${name} cannot be read. Check its path and mode.`,
    );
  }
}

function modelSettings(settings: z.infer<typeof schema>) {
  return {
    llm: llmSettings(settings),
    agent: agentSettings(settings),
    /** Whether the service may look for a model that is already there where none is set. */
    mayFindModel: settings.LLM === 'auto' && settings.SVC_ENV !== 'production',
  };
}

/** One model for everything that needs one; null when none is configured, or all are turned off. */
function llmSettings(settings: z.infer<typeof schema>) {
  if (settings.LLM === 'off') return null;
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey } = settings;
  if (baseUrl === undefined && model === undefined && apiKey === undefined) return null;
  if (baseUrl === undefined)
    throw new StartupError('The setting LLM_BASE_URL is needed when LLM_MODEL or LLM_API_KEY is set.');
  if (model === undefined)
    throw new StartupError('The setting LLM_MODEL is needed when LLM_BASE_URL is set.');
  const [first = model, ...others] = model
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return {
    baseUrl,
    model: first,
    others,
    apiKey: apiKey ?? null,
    inputUsdPerMillion: settings.LLM_INPUT_USD_PER_MILLION,
    cachedUsdPerMillion: settings.LLM_CACHED_USD_PER_MILLION,
    outputUsdPerMillion: settings.LLM_OUTPUT_USD_PER_MILLION,
  };
}

/** Settings of the agent loop; a run may change them. */
function agentSettings(settings: z.infer<typeof schema>) {
  const { AGENT_VISION, AGENT_MAX_STEPS, AGENT_MODEL, AGENT_EXTRACTION_MODEL, AGENT_EFFORT } = settings;
  return {
    ...(AGENT_VISION && { vision: AGENT_VISION }),
    ...(AGENT_MAX_STEPS && { maxSteps: AGENT_MAX_STEPS }),
    ...(AGENT_MODEL && { model: AGENT_MODEL }),
    ...(AGENT_EXTRACTION_MODEL && { extractionModel: AGENT_EXTRACTION_MODEL }),
    ...(AGENT_EFFORT && { effort: AGENT_EFFORT }),
    ...(settings.AGENT_CHECK_FINISH === 'off' && { checkFinish: false }),
  };
}

/** Null when credits are not sold here. */
function stripeSettings(settings: z.infer<typeof schema>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  if (secretKey === undefined && webhookSecret === undefined) return null;
  // With one of them only, people would pay and get nothing.
  if (secretKey === undefined || webhookSecret === undefined)
    throw new StartupError('The settings STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are needed together.');
  return { secretKey, webhookSecret, baseUrl: settings.STRIPE_BASE_URL ?? null };
}
