import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { gateFor, openPool, type Site, serveSite } from './browser.fixture.ts';
import type { BrowserPool } from './browser-pool.ts';
import type { BrowserRun } from './browser-run.ts';

let site: Site;
let pool: BrowserPool;
const owned = new AsyncDisposableStack();

const FIELD = 'position: absolute; left: 0; top: 0; width: 400px; height: 200px; background: white';

beforeAll(async () => {
  site = owned.use(
    await serveSite({
      '/field': `<body><input style="${FIELD}" value="hunter2"><a href="/next">next</a></body>`,
      '/login': `<body><input type=password style="${FIELD}" value="hunter2"></body>`,
      '/shadow': `<body><div><template shadowrootmode=open><input type=password style="${FIELD}" value="hunter2"></template></div></body>`,
      '/frame': `<body style="margin: 0"><iframe src="/field" style="border: 0; width: 500px; height: 300px"></iframe></body>`,
      '/name': `<body><p style="${FIELD}">Welcome to the demo shop of Tussock</p></body>`,
      '/named': `<body><p style="${FIELD}">Signed in as demo</p></body>`,
      '/echo': `<body><p style="${FIELD}">Your password is hunter2</p></body>`,
      '/moving': `<body><h1>0</h1><script>setInterval(() => document.querySelector('h1').textContent++, 50)</script></body>`,
      '/next': '<body style="background: blue">next</body>',
      '/box': `<script>setTimeout(() => alert('held up'), 0)</script>`,
    }),
  );
  ({ pool } = owned.use(await openPool({ gate: gateFor(site) })));
});
afterAll(() => owned.disposeAsync());

async function open(path: string): Promise<BrowserRun> {
  const run = await pool.acquire({ localAllowed: true });
  await run.goto(`${site.origin}${path}`, 10_000);
  return run;
}

/** A busy machine may miss the limit for a picture, which is no failure. */
function shoot(run: BrowserRun): Promise<Uint8Array> {
  return vi.waitFor(
    async () => {
      const picture = await run.camera.shoot();
      if (picture === null) throw new Error('no picture in time');
      return picture;
    },
    { timeout: 30_000 },
  );
}

const WHITE = [255, 255, 255];
const COVER = [153, 153, 153];

/** The colour in the middle of the field. */
async function colour(run: BrowserRun, picture: Uint8Array): Promise<number[]> {
  const source = `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`;
  return run.page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    pen.drawImage(image, 0, 0);
    // JPEG rounds a little.
    return [...pen.getImageData(200, 100, 1, 1).data.slice(0, 3)].map((part) => Math.round(part / 51) * 51);
  }, source);
}

test('a page is pictured as it is', async () => {
  await using run = await open('/field');
  const picture = await shoot(run);
  expect(picture.length).toBeLessThan(100_000);
  expect(await colour(run, picture)).toEqual(WHITE);
});

test.each(['/login', '/shadow'])(
  'the picture of the end covers secret fields of %s, and takes others as they are',
  async (path) => {
    await using run = await open(path);
    expect(await colour(run, (await run.camera.portrait('jpeg')) as Uint8Array)).toEqual(COVER);
    await run.goto(`${site.origin}/field`, 10_000);
    expect(await colour(run, (await run.camera.portrait('jpeg')) as Uint8Array)).toEqual(WHITE);
  },
);

test.each(['/field', '/frame'])('once a secret is known, the fields of %s are covered', async (path) => {
  await using run = await open(path);
  run.camera.conceal();
  expect(await colour(run, await shoot(run))).toEqual(COVER);
  // Also on the next page: a site may put typed text back into its form.
  await run.goto(`${site.origin}/field`, 10_000);
  expect(await colour(run, await shoot(run))).toEqual(COVER);
});

test('a secret that a page repeats is covered', async () => {
  await using run = await open('/echo');
  run.camera.conceal('hunter2');
  expect(await colour(run, await shoot(run))).toEqual(COVER);
});

test('a short name is covered where it stands by itself, and not in every line that has its letters', async () => {
  await using run = await open('/named');
  run.camera.conceal('demo', true);
  expect(await colour(run, await shoot(run))).toEqual(COVER);
  await run.goto(`${site.origin}/name`, 10_000);
  expect(await colour(run, await shoot(run))).toEqual(WHITE);
});

test('a picture under way when a secret comes is thrown away', async () => {
  await using run = await open('/field');
  const picture = run.camera.shoot();
  await new Promise(setImmediate);
  run.camera.conceal();
  expect(await picture).toBeNull();
});

test('a message box, a closed page and many pictures hold up no run', async () => {
  await using run = await open('/box');
  expect(await run.camera.shoot()).toSatisfy((picture) => picture === null || picture.length > 0);
  const many = await Promise.all(Array.from({ length: 10 }, () => run.camera.shoot()));
  expect(many.filter((picture) => picture !== null).length).toBeLessThanOrEqual(3);
  await run.page.close();
  expect(await run.camera.shoot()).toBeNull();
});

test('a watched page is filmed as it changes, and not once a secret stands on it', async () => {
  await using run = await open('/moving');
  const frames: Uint8Array[] = [];
  await using _film = run.camera.film((jpeg) => frames.push(jpeg));
  run.camera.watch(true);
  await expect.poll(() => frames.length, { timeout: 30_000 }).toBeGreaterThan(3);
  run.camera.conceal();
  const before = frames.length;
  await run.camera.shoot();
  // Covered pictures are still taken from time to time; the film would have brought many more.
  expect(frames.length - before).toBeLessThanOrEqual(4);
  await run.goto(`${site.origin}/moving`, 10_000);
  await expect.poll(() => frames.length, { timeout: 30_000 }).toBeGreaterThan(before + 3);
});
