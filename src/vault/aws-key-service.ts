import type * as Sdk from '@aws-sdk/client-kms';
import type { Clock } from '../platform/clock.ts';
import { reportedElsewhere } from '../platform/failure.ts';
import { loadOptional } from '../platform/optional-packages.ts';
import {
  CannotOpen,
  type KeyService,
  KeyServiceAway,
  type KeyVersion,
  type WrappedKey,
} from './key-service.ts';

interface AwsOptions {
  /** An id, an ARN or an alias. A sealed value remembers the key's ARN, so an alias may move on. */
  keyId: string;
  baseUrl: string | null;
  region: string | null;
  clock: Clock;
}

// A caller waits at most three seconds.
const ANSWER_MS = 2_500;
const KNOWN_FOR_MS = 3_000;
const ROTATION_MS = 30_000;
// The error of KMS for a wrapped key that was changed or moved, or whose key was.
const CLOSED = new Set([
  'InvalidCiphertextException',
  'IncorrectKeyException',
  'NotFoundException',
  'ValidationException',
]);

/**
 * A key of AWS KMS. Its versions are the key's rotations, counted; KMS itself knows which one a wrapped key needs
 * and keeps all of them, so the number only marks values to rewrap.
 */
export class AwsKeyService implements KeyService {
  readonly rotatesItself = true;
  readonly #options: AwsOptions;
  readonly #sdk: typeof Sdk;
  readonly #client: Sdk.KMSClient;
  #known: { versions: KeyVersion[]; until: number } | null = null;
  #asking: Promise<KeyVersion[]> | null = null;

  private constructor(options: AwsOptions, sdk: typeof Sdk) {
    this.#options = options;
    this.#sdk = sdk;
    this.#client = new sdk.KMSClient({
      region: options.region ?? undefined,
      endpoint: options.baseUrl ?? undefined,
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: ANSWER_MS },
    });
  }

  /** Loads the client library and asks nothing yet: a service that is away does not stop the start. */
  static async open(options: AwsOptions): Promise<AwsKeyService> {
    const names = ['@aws-sdk/client-kms'];
    return new AwsKeyService(
      options,
      await loadOptional('KMS_PROVIDER is aws', names, () => import('@aws-sdk/client-kms')),
    );
  }

  owns(keyId: string): boolean {
    return keyId.startsWith('arn:');
  }

  async current(): Promise<KeyVersion> {
    return newest(await this.versions());
  }

  async versions(): Promise<KeyVersion[]> {
    if (this.#known && this.#options.clock.mono() < this.#known.until) return this.#known.versions;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async wrap(dataKey: Buffer, context: string): Promise<WrappedKey> {
    const command = new this.#sdk.EncryptCommand({
      KeyId: this.#options.keyId,
      Plaintext: dataKey,
      EncryptionContext: { switchyard: context },
    });
    const [answer, { version }] = await Promise.all([
      this.#within((abortSignal) => this.#client.send(command, { abortSignal })),
      this.current(),
    ]);
    if (!answer.KeyId || !answer.CiphertextBlob) throw new KeyServiceAway();
    return { keyId: answer.KeyId, version, bytes: Buffer.from(answer.CiphertextBlob) };
  }

  async unwrap(wrapped: WrappedKey, context: string): Promise<Buffer> {
    const command = new this.#sdk.DecryptCommand({
      KeyId: wrapped.keyId,
      CiphertextBlob: wrapped.bytes,
      EncryptionContext: { switchyard: context },
    });
    const answer = await this.#within((abortSignal) => this.#client.send(command, { abortSignal })).catch(
      (error: KeyServiceAway) => {
        throw CLOSED.has(nameOf(error.cause)) ? new CannotOpen() : error;
      },
    );
    if (!answer.Plaintext) throw new CannotOpen();
    const dataKey = Buffer.from(answer.Plaintext);
    answer.Plaintext.fill(0);
    return dataKey;
  }

  /** KMS rotates in its own time. When that is long, the rewrap follows once the new version shows. */
  async rotate(): Promise<KeyVersion> {
    const { clock } = this.#options;
    const before = newest(await this.#ask());
    const command = new this.#sdk.RotateKeyOnDemandCommand({ KeyId: before.keyId });
    await this.#within((abortSignal) => this.#client.send(command, { abortSignal }));
    const endsAt = clock.mono() + ROTATION_MS;
    for (;;) {
      const seen = newest(await this.#ask());
      if (seen.version > before.version || clock.mono() > endsAt) return seen;
      await clock.sleep(500);
    }
  }

  async #ask(): Promise<KeyVersion[]> {
    const versions = await this.#within(async (abortSignal) => {
      const describe = new this.#sdk.DescribeKeyCommand({ KeyId: this.#options.keyId });
      const { KeyMetadata: key } = await this.#client.send(describe, { abortSignal });
      const keyId = key?.Arn;
      if (!keyId || key.KeyState !== 'Enabled') throw new Error('the key is not enabled');
      const dates = [key.CreationDate, ...(await this.#rotations(keyId, abortSignal))];
      return dates.map((date, index) => ({ keyId, version: index + 1, createdAt: date ?? null }));
    });
    this.#known = { versions, until: this.#options.clock.mono() + KNOWN_FOR_MS };
    return versions;
  }

  /** When the key was rotated, oldest first. A policy may forbid the question: then there is one version. */
  async #rotations(keyId: string, abortSignal: AbortSignal): Promise<Date[]> {
    const dates: Date[] = [];
    let marker: string | undefined;
    try {
      do {
        const command = new this.#sdk.ListKeyRotationsCommand({ KeyId: keyId, Marker: marker });
        const answer = await this.#client.send(command, { abortSignal });
        dates.push(...(answer.Rotations ?? []).flatMap((one) => one.RotationDate ?? []));
        marker = answer.Truncated ? answer.NextMarker : undefined;
      } while (marker);
    } catch (error) {
      if (nameOf(error) !== 'AccessDeniedException') throw error;
    }
    return dates.sort((one, other) => one.getTime() - other.getTime());
  }

  /** The client's own limits do not cover how it finds its credentials, so the whole answer has one. */
  async #within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const over = new AbortController();
    const limit = this.#options.clock.sleep(ANSWER_MS, over.signal).then(() => {
      over.abort();
      throw new Error('no answer in time');
    });
    limit.catch(reportedElsewhere);
    try {
      return await Promise.race([work(over.signal), limit]);
    } catch (error) {
      throw new KeyServiceAway(error);
    } finally {
      over.abort();
    }
  }
}

function newest(versions: KeyVersion[]): KeyVersion {
  const last = versions.at(-1);
  if (!last) throw new KeyServiceAway();
  return last;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
