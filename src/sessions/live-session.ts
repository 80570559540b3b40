import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WebSocket } from 'ws';
import type { PipeBrowser } from '../browser/pipe-browser.ts';
import type { TargetInfo } from '../browser/web-targets.ts';
import type { Clock } from '../platform/clock.ts';
import { ifUnreadable, mayBeClosed } from '../platform/failure.ts';
import type { Gate } from '../platform/net/gate.ts';
import { checkCommand } from './check-command.ts';
import { zipOf } from './download-zip.ts';
import type { OpenSession, SessionPage } from './open-session.ts';
import { Recorder } from './recorder.ts';
import { SessionLog } from './session-log.ts';
import { drive, relayTo } from './socket-relay.ts';

const MAX_CLIENTS = 2;

export interface LiveSessionOptions {
  id: string;
  browser: PipeBrowser;
  gate: Gate;
  clock: Clock;
  keepAlive: boolean;
  isRecorded: boolean;
  isLogged: boolean;
  /** The last client left, or the browser is gone. */
  onOver(reason: 'left' | 'crashed'): void;
}

/** One embedded browser that a caller drives, with its pictures, log and downloads. */
export class LiveSession implements OpenSession {
  readonly id: string;
  readonly browser: PipeBrowser;
  readonly recorder: Recorder;
  readonly log: SessionLog;
  readonly liveViewUrl = null;
  /** The origins of its pages: their stored data may be kept. */
  readonly origins = new Set<string>();
  readonly #options: LiveSessionOptions;
  readonly #clients = new Set<WebSocket>();
  readonly #pages = new Set<string>();
  /** Names of downloads by guid: Playwright has them saved under it. */
  readonly #names = new Map<string, string>();
  #isOver = false;
  wasUsed = false;

  constructor(options: LiveSessionOptions) {
    this.id = options.id;
    this.browser = options.browser;
    this.#options = options;
    this.recorder = new Recorder(options.browser, options.clock, options.isRecorded);
    this.log = new SessionLog(options.id, options.clock, options.isLogged);
    options.browser.onClose = () => this.#end('crashed');
  }

  /** Begins to follow its pages. */
  async watch(): Promise<void> {
    this.browser.onTarget = (what, info) => this.#follow(what, info);
    for (const info of this.browser.targets.pages) this.#follow('seen', info);
  }

  get isFull(): boolean {
    return this.#clients.size >= MAX_CLIENTS;
  }

  get trafficBytes(): number {
    return this.browser.trafficBytes;
  }

  /** As the browser has them now, because it sends no event for a new title; none once it is gone. */
  async pages(): Promise<SessionPage[]> {
    const found = await this.browser.command('Target.getTargets').catch(mayBeClosed);
    const targets = new Map(found?.targetInfos?.map((info) => [info.targetId, info]));
    return [...this.#pages].flatMap((id) => {
      const { url, title } = targets.get(id) ?? {};
      return url === undefined || title === undefined ? [] : [{ id, url, title }];
    });
  }

  /** A driver connects: its commands pass the filter, the browser's answers come back. */
  async connect(socket: WebSocket): Promise<void> {
    this.#clients.add(socket);
    this.wasUsed = true;
    const relay = relayTo(socket, this.#options.clock);
    const bounds = {
      gate: this.#options.gate,
      here: this.browser,
      onClose: () => this.#options.clock.after(0, () => socket.close(1000)),
    };
    const joining = this.browser.join({
      check: (method, params) => {
        this.log.command(method);
        return checkCommand(method, params, bounds);
      },
      onEvent: (method, text) => this.#note(method, text),
      onMessage: relay,
      onClose: () => socket.close(1001),
    });
    await drive(socket, joining, () => {
      this.#clients.delete(socket);
      if (this.#clients.size === 0 && !this.#options.keepAlive) this.#end('left');
    });
  }

  /** A file for the session's file inputs. */
  async upload(name: string, bytes: Uint8Array): Promise<boolean> {
    const file = path.join(this.browser.uploadFolder, path.basename(name));
    await writeFile(file, bytes);
    // The browser may run as another user.
    await chmod(file, 0o644);
    return true;
  }

  downloads(): AsyncIterable<Buffer> {
    return zipOf(this.browser.downloadFolder, (file) => this.#names.get(file) ?? file);
  }

  async dropDownloads(): Promise<void> {
    const names = await readdir(this.browser.downloadFolder).catch(ifUnreadable([]));
    await Promise.all(names.map((name) => rm(path.join(this.browser.downloadFolder, name), { force: true })));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.hangUp();
    await this.browser[Symbol.asyncDispose]();
  }

  /** Disconnects its drivers, before anything of it is kept. */
  hangUp(): void {
    this.#isOver = true;
    for (const socket of this.#clients) socket.close(1000);
  }

  #end(reason: 'left' | 'crashed'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.onOver(reason);
  }

  #note(method: string, text: string): void {
    this.log.event(method, text);
    if (!method.endsWith('.downloadWillBegin')) return;
    const { guid, suggestedFilename } = JSON.parse(text).params;
    this.#names.set(guid, withMoment(path.basename(suggestedFilename), this.#options.clock.now()));
  }

  #follow(what: 'seen' | 'gone' | 'closed', info: TargetInfo): void {
    const { targetId, type, url } = info;
    if (what !== 'seen') this.#forget(targetId);
    if (what === 'closed') this.log.closed(info);
    if (what !== 'seen' || type !== 'page') return;
    if (/^https?:/.test(url)) this.origins.add(new URL(url).origin);
    if (this.#pages.has(targetId)) return;
    this.#pages.add(targetId);
    this.recorder.add(targetId).catch(mayBeClosed);
  }

  #forget(targetId: string): void {
    this.#pages.delete(targetId);
    this.recorder.remove(targetId);
  }
}

/** `report.pdf` becomes `report-1763379000000.pdf`: two downloads of one name are two files. */
function withMoment(name: string, at: Date): string {
  const { name: stem, ext } = path.parse(name);
  return `${stem}-${at.getTime()}${ext}`;
}
