import type * as Sdk from '@aws-sdk/client-s3';
import type { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { StartupError } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { loadOptional } from '../platform/optional-packages.ts';
import { systemCause } from '../platform/system-cause.ts';
import { type FileStore, newFileKey, type ServedAs } from './file-store.ts';

interface S3Options {
  bucket: string;
  /** Any server that speaks S3; null means Amazon's own. */
  endpoint: string | null;
  region: string | null;
  /** Before every key, so that several installations can share a bucket. */
  prefix: string;
  clock: Clock;
  log: Log;
  writeMs?: number;
}

const LINK_SECONDS = 600;
/** A run waits for its files, so a hanging store is waited for once and then skipped for a while. */
const WRITE_MS = 45_000;
const LEFT_ALONE_MS = 30_000;

/** A bucket shared by all instances: any of them can serve a file that another one captured. */
export class S3Store implements FileStore {
  readonly #options: S3Options;
  readonly #sdk: typeof Sdk;
  readonly #sign: typeof getSignedUrl;
  readonly #client: Sdk.S3Client;
  #leftAloneUntil = 0;

  /** Refuses to start with a bucket that cannot be used; one that does not answer now may answer later. */
  static async open(options: S3Options): Promise<S3Store> {
    const [sdk, { getSignedUrl }] = await loadLibrary();
    const store = new S3Store(options, sdk, getSignedUrl);
    try {
      await store.#client.send(new sdk.HeadBucketCommand({ Bucket: options.bucket }));
    } catch (error) {
      const reason = refusal(error, options.bucket);
      if (reason) throw new StartupError(reason);
      const cause = systemCause(error) ?? String(error);
      options.log.warn(
        `The artifact store ${options.endpoint ?? 'of AWS'} cannot be used: ${cause}. Correct that; files are not stored until then.`,
      );
    }
    return store;
  }

  private constructor(options: S3Options, sdk: typeof Sdk, sign: typeof getSignedUrl) {
    this.#options = options;
    this.#sdk = sdk;
    this.#sign = sign;
    const { endpoint, region } = options;
    this.#client = new sdk.S3Client({
      // Stores that are not Amazon's take any region.
      region: region ?? (endpoint ? 'us-east-1' : undefined),
      endpoint: endpoint ?? undefined,
      forcePathStyle: endpoint !== null,
      // Many stores do not know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000 },
    });
  }

  async write(bytes: Uint8Array, key = newFileKey()): Promise<string> {
    const { clock, writeMs = WRITE_MS } = this.#options;
    if (clock.mono() < this.#leftAloneUntil) throw new Error('the artifact store does not answer');
    const type = 'application/octet-stream';
    const put = new this.#sdk.PutObjectCommand({ ...this.#place(key), Body: bytes, ContentType: type });
    const abortSignal = AbortSignal.timeout(writeMs);
    try {
      await this.#client.send(put, { abortSignal });
    } catch (error) {
      if (abortSignal.aborted) this.#leftAloneUntil = clock.mono() + LEFT_ALONE_MS;
      throw error;
    }
    return key;
  }

  async read(key: string): Promise<Uint8Array | null> {
    try {
      const { Body } = await this.#client.send(new this.#sdk.GetObjectCommand(this.#place(key)));
      return (await Body?.transformToByteArray()) ?? null;
    } catch (error) {
      if (error instanceof this.#sdk.NoSuchKey) return null;
      throw error;
    }
  }

  async linkTo(key: string, { contentType, contentDisposition }: ServedAs): Promise<string> {
    const command = new this.#sdk.GetObjectCommand({
      ...this.#place(key),
      ResponseContentType: contentType,
      ResponseContentDisposition: contentDisposition,
      ResponseCacheControl: 'private, no-store',
    });
    return this.#sign(this.#client, command, { expiresIn: LINK_SECONDS });
  }

  async erase(key: string): Promise<void> {
    await this.#client.send(new this.#sdk.DeleteObjectCommand(this.#place(key)));
  }

  async *keys(): AsyncGenerator<string[]> {
    const { bucket, prefix } = this.#options;
    let after: string | undefined;
    do {
      const page = await this.#client.send(
        new this.#sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: after }),
      );
      yield (page.Contents ?? []).flatMap(({ Key }) => Key?.slice(prefix.length) ?? []);
      after = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (after !== undefined);
  }

  #place(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#options.bucket, Key: `${this.#options.prefix}${key}` };
  }
}

function loadLibrary() {
  const names = ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner'];
  return loadOptional('ARTIFACT_STORE is s3', names, () =>
    Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/s3-request-presigner')]),
  );
}

/** The operator's remedy, in one line; null when the store may only be away for a moment. */
function refusal(error: unknown, bucket: string): string | null {
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  switch ($metadata?.httpStatusCode) {
    case 301:
      return `The bucket ${bucket} is in another region. Set AWS_REGION to that region.`;
    case 400:
    case 403:
      return `The bucket ${bucket} cannot be used with these keys. Check S3_BUCKET, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION.`;
    case 404:
      return `Bucket ${bucket} not found. Check S3_BUCKET and S3_ENDPOINT.`;
  }
  if (/region is missing/i.test(message))
    return 'The setting AWS_REGION is needed when ARTIFACT_STORE is s3.';
  if (name === 'CredentialsProviderError')
    return 'ARTIFACT_STORE is s3, but AWS credentials are missing. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  return null;
}
