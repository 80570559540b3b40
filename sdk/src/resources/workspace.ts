import type { ApiPromise } from '../api-promise.ts';
import type { Account, AuditEntry, ConnectedApp, Member } from '../generated/client.schemas.ts';
import { PagePromise } from '../page.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

/** The workspace of the key: its settings, its account, its log, its export and its deletion. */
export class Workspaces {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get(options?: CallOptions): ApiPromise<ResultOf<'workspace.get'>> {
    return this.#transport.call('workspace.get', {}, options);
  }

  update(
    body: ArgsOf<'workspace.update'>['body'],
    options?: CallOptions,
  ): ApiPromise<ResultOf<'workspace.update'>> {
    return this.#transport.call('workspace.update', { body }, options);
  }

  /** Runs, success, spend and time of today against the previous week, and the live runs. */
  overview(options?: CallOptions): ApiPromise<ResultOf<'overview.get'>> {
    return this.#transport.call('overview.get', {}, options);
  }

  /** The owner of the key, and the credits. */
  account(options?: CallOptions): ApiPromise<Account> {
    return this.#transport.call('account.get', {}, options);
  }

  /** The people who sign in. */
  members(options?: CallOptions): PagePromise<Member> {
    return new PagePromise(() => this.#transport.call('workspace.members', {}, options));
  }

  /** The programs that were connected through OAuth. */
  connectedApps(options?: CallOptions): PagePromise<ConnectedApp> {
    return new PagePromise(() => this.#transport.call('workspace.connectedApps', {}, options));
  }

  /** Ends the access of a connected app. */
  disconnectApp(id: string, options?: CallOptions): ApiPromise<ResultOf<'workspace.disconnectApp'>> {
    return this.#transport.call('workspace.disconnectApp', { path: { id } }, options);
  }

  /** A link that signs in to the console once, with the limits of the key. */
  signInLink(options?: CallOptions): ApiPromise<ResultOf<'account.createSignInLink'>> {
    return this.#transport.call('account.createSignInLink', {}, options);
  }

  /** Security-relevant actions, newest first. */
  audit(options?: CallOptions): PagePromise<AuditEntry> {
    return new PagePromise((cursor) =>
      this.#transport.call('audit.list', { query: { ...(cursor && { starting_after: cursor }) } }, options),
    );
  }

  /** Everything of the workspace as JSON lines (`{ kind, data }`), without secrets. */
  export(options?: CallOptions): Promise<Response> {
    return this.#transport.open('workspace.export', {}, options);
  }

  /** Deletes every finished run with its files. */
  purge(options?: CallOptions): ApiPromise<ResultOf<'workspace.purge'>> {
    return this.#transport.call('workspace.purge', {}, options);
  }
}
