/** By no trick does a page reach another place than its own allowed one. */
import dgram from 'node:dgram';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { gateFor, openPool, serveSite } from './browser.fixture.ts';
import type { BrowserRun } from './browser-run.ts';
import type { Protection } from './launch-options.ts';
import { openPipeDriver } from './pipe-browser.fixture.ts';

interface Honeypot extends AsyncDisposable {
  tcp: string[];
  udp: string[];
  hits: string[];
}

async function openHoneypot(): Promise<Honeypot> {
  const hits: string[] = [];
  const tcp: string[] = [];
  const udp: string[] = [];
  const opened = new AsyncDisposableStack();
  for (const host of ['127.0.0.1', '::1']) {
    const server = net.createServer((socket) => {
      hits.push(`tcp ${host}`);
      socket.on('error', () => {});
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-length: 0\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n',
      );
    });
    server.listen(0, host);
    await once(server, 'listening');
    opened.defer(() => void server.close());
    const name = host.includes(':') ? `[${host}]` : host;
    tcp.push(`${name}:${(server.address() as AddressInfo).port}`);
    const socket = dgram.createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.on('message', () => hits.push(`udp ${host}`));
    socket.bind(0, host);
    await once(socket, 'listening');
    opened.defer(() => void socket.close());
    udp.push(`${name}:${socket.address().port}`);
  }
  // The same port by name, which the browser would have to resolve.
  tcp.push(`localhost:${tcp[0]?.split(':')[1]}`);
  return { tcp, udp, hits, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Runs in the page; resolves when every attempt has been answered or refused. */
async function attack({ tcp, udp }: { tcp: string[]; udp: string[] }): Promise<string[]> {
  const attempts: Promise<unknown>[] = [];
  const settled = (target: EventTarget, ...events: string[]) =>
    new Promise((resolve) => {
      for (const event of [...events, 'load', 'error'])
        target.addEventListener(event, resolve, { once: true });
      setTimeout(resolve, 2_000);
    });
  const append = (name: string, attributes: Record<string, string>, parent: Element = document.body) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    attempts.push(settled(element));
    parent.append(element);
    return element;
  };
  const tried: string[] = [];
  const attempt = (name: string, action: () => unknown) => {
    tried.push(name);
    try {
      const result = action();
      if (result instanceof Promise) attempts.push(result.catch(() => {}));
    } catch {
      // Refused on the spot.
    }
  };
  for (const place of tcp) {
    const url = `http://${place}/`;
    attempt('fetch', () => fetch(url, { mode: 'no-cors' }));
    attempt('https', () => fetch(`https://${place}/`, { mode: 'no-cors' }));
    attempt('post', () => fetch(url, { method: 'POST', mode: 'no-cors', body: 'x', keepalive: true }));
    attempt('redirect', () => fetch(`/redirect?to=${encodeURIComponent(url)}`, { mode: 'no-cors' }));
    attempt('xhr', () => {
      const request = new XMLHttpRequest();
      request.open('GET', url);
      attempts.push(settled(request, 'loadend'));
      request.send();
    });
    attempt('img', () => append('img', { src: `${url}i` }));
    attempt('redirected img', () => append('img', { src: `/redirect?to=${encodeURIComponent(`${url}r`)}` }));
    attempt('iframe', () => append('iframe', { src: url }));
    attempt('script', () => append('script', { src: `${url}s` }));
    attempt('stylesheet', () => append('link', { rel: 'stylesheet', href: `${url}c` }, document.head));
    attempt('css url', () => append('div', { style: `width:9px;height:9px;background:url(${url}b)` }));
    for (const rel of [
      'prefetch',
      'preload',
      'preconnect',
      'dns-prefetch',
      'prerender',
      'icon',
      'manifest',
      'modulepreload',
    ]) {
      attempt(rel, () => append('link', { rel, href: `${url}p`, as: 'script' }, document.head));
    }
    attempt('video', () => append('video', { src: `${url}v` }));
    attempt('object', () => append('object', { data: `${url}o` }));
    attempt('ping', () => append('a', { href: '#', ping: url }).click());
    attempt('websocket', () => settledSocket(new WebSocket(`ws://${place}/`)));
    attempt('event source', () => settled(new EventSource(url)));
    attempt('beacon', () => navigator.sendBeacon(url, 'x'));
    attempt('worker', () => {
      const source = `fetch(${JSON.stringify(url)},{mode:'no-cors'}).finally(()=>postMessage(1)).catch(()=>{})`;
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      attempts.push(settled(worker, 'message'));
    });
    attempt('import', () => new Function('url', 'return import(url)')(`${url}m.js`));
    attempt('service worker', () => navigator.serviceWorker?.register('/sw.js'));
    attempt('web transport', () => new WebTransport(`https://${place}/`).ready);
    attempt('open', () => window.open(url));
    attempt('download', () => append('a', { href: `${url}d`, download: 'x', target: '_blank' }).click());
    attempt('form', () => {
      const form = append('form', { action: url, method: 'post', target: '_blank' }) as HTMLFormElement;
      form.submit();
    });
    attempt('refresh frame', () =>
      append('iframe', { srcdoc: `<meta http-equiv="refresh" content="0;url=${url}">` }),
    );
  }
  attempt('file', () => append('iframe', { src: 'file:///etc/hostname' }));
  for (const place of udp) {
    attempt('web transport over udp', () => new WebTransport(`https://${place}/`).ready);
    attempt('webrtc', async () => {
      const connection = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:${place}` },
          { urls: `turn:${place}`, username: 'u', credential: 'c' },
          { urls: `turn:${place}?transport=tcp`, username: 'u', credential: 'c' },
        ],
      });
      connection.createDataChannel('x');
      await connection.setLocalDescription(await connection.createOffer());
      await new Promise((resolve) => {
        connection.onicegatheringstatechange = () =>
          connection.iceGatheringState === 'complete' && resolve(null);
        setTimeout(resolve, 4_000);
      });
    });
  }
  await Promise.allSettled(attempts);
  return tried;

  function settledSocket(socket: WebSocket) {
    attempts.push(settled(socket, 'open', 'close'));
  }
}

function serveFixture() {
  return serveSite((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    const to = url.searchParams.get('to') ?? '';
    response.setHeader('content-type', 'text/html');
    if (url.pathname === '/redirect') response.writeHead(302, { location: to });
    if (url.pathname === '/refresh') response.write(`<meta http-equiv="refresh" content="0;url=${to}">`);
    if (url.pathname === '/location') response.write(`<script>location.href=${JSON.stringify(to)}</script>`);
    response.end('<h1>Fixture</h1>');
  });
}

/** Over TCP, over UDP, or both ways at once. */
async function runAttack(omitProtections: readonly Protection[], ways = ['tcp', 'udp']) {
  await using honeypot = await openHoneypot();
  const places = (way: 'tcp' | 'udp') => (ways.includes(way) ? honeypot[way] : []);
  await using site = await serveFixture();
  await using opened = await openPool({ gate: gateFor(site), omitProtections });
  const { tried, ownAnswer } = await attackFrom(
    site.origin,
    { tcp: places('tcp'), udp: places('udp') },
    await opened.pool.acquire({ localAllowed: true }),
  );
  return { hits: [...honeypot.hits], tried, ownAnswer, requests: site.requests };
}

async function attackFrom(origin: string, { tcp, udp }: Pick<Honeypot, 'tcp' | 'udp'>, acquired: BrowserRun) {
  await using run = acquired;
  await run.goto(`${origin}/`, 20_000);
  const tried = await run.page.evaluate(attack, { tcp, udp });
  const ownAnswer = await run.page.evaluate(async () => {
    return (await fetch('/own')).status;
  });
  for (const place of tcp) {
    for (const way of ['redirect', 'refresh', 'location']) {
      const gone = run.page.waitForEvent('framenavigated', {
        predicate: (frame) => frame.url().includes(place),
        timeout: 3_000,
      });
      await Promise.all([gone.catch(() => {}), run.goto(`${origin}/${way}?to=http://${place}/`, 10_000)]);
    }
  }
  return { tried, ownAnswer };
}

test('a page reaches nothing but its own allowed place, by any trick', async () => {
  const { hits, tried, ownAnswer, requests } = await runAttack([]);
  expect(hits).toEqual([]);
  expect(new Set(tried).size).toBeGreaterThan(30);
  expect(ownAnswer).toBe(200);
  expect(requests).toContain('/own');
});

test('nor does a page in a browser of a foreign driver', async () => {
  await using honeypot = await openHoneypot();
  await using site = await serveFixture();
  await using driver = await openPipeDriver(gateFor(site));
  await driver.visit(`${site.origin}/`);
  const { tcp, udp } = honeypot;
  const tried = (await driver.evaluate(`(${attack})(${JSON.stringify({ tcp, udp })})`)) as string[];
  expect(new Set(tried).size).toBeGreaterThan(30);
  expect(await driver.evaluate(`fetch('/own').then((answer) => answer.status)`)).toBe(200);
  for (const way of ['redirect', 'refresh', 'location'])
    await driver.visit(`${site.origin}/${way}?to=http://${tcp[0]}/`);
  expect(honeypot.hits).toEqual([]);
});

test('without the rules for loopback the same page is caught, so the test sees', async () => {
  const { hits } = await runAttack(['loopback', 'resolver'], ['tcp']);
  expect(hits.filter((hit) => hit === 'tcp 127.0.0.1').length).toBeGreaterThan(10);
  expect(hits).toContain('tcp ::1');
});

test('without the rule for WebRTC its packets are caught, so the test sees', async () => {
  const { hits } = await runAttack(['webrtc'], ['udp']);
  expect(hits.some((hit) => hit.startsWith('udp'))).toBe(true);
});
