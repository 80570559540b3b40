import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOnSite } from './local-chromium.fixture.ts';

let site: Awaited<ReturnType<typeof openOnSite>>;
const cancelled: string[] = [];

/** A back office whose pages are drawn behind the "#"; order 8 says that it is cancelled and keeps quiet about it. */
const OFFICE = `<!doctype html><title>Office</title><ul hidden><li><a href="#orders">Orders</a></li><li><a href="#staff">Staff</a></li></ul><main id="app"></main><script>
const views = {
  '': () => '<h1>Welcome</h1><p>All is well.</p>',
  staff: () => '<h1>Staff</h1><p>Ann</p>',
  orders: () => '<h1>Orders</h1><table>' + [6, 7, 8].map((id) => '<tr><td>100' + id + '</td><td><a href="#orders/100' + id + '">View</a></td></tr>').join('') + '</table>',
};
function draw() {
  const [kind, id] = location.hash.slice(1).split('/');
  app.innerHTML = id ? '<h1>#' + id + '</h1><h2>Order details</h2><p id="state">Pending</p><button onclick="ask(' + id + ')">Cancel</button>' : views[kind]();
}
function ask(id) {
  if (id === 1008) return;
  const box = document.createElement('div');
  box.innerHTML = '<div role="dialog"><p>Are you sure?</p><button class="no">Cancel</button><button class="yes">OK</button></div>';
  document.body.append(box);
  box.querySelector('.no').onclick = () => box.remove();
  box.querySelector('.yes').onclick = async () => {
    await fetch('/cancel/' + id, { method: 'POST' });
    box.remove();
    state.textContent = 'Canceled';
  };
}
addEventListener('hashchange', draw);
draw();
</script>`;

beforeAll(async () => {
  site = await openOnSite((request, response) => {
    if (request.method === 'POST') cancelled.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(request.method === 'POST' ? '' : OFFICE);
  });
});

afterAll(() => site[Symbol.asyncDispose]());

test('an order is cancelled on its own page, two pages away, and the question back is answered with yes', async () => {
  const result = await site.ask('Cancel order 1007');
  expect(result.ok).toBe(true);
  expect(cancelled).toEqual(['/cancel/1007']);
});

test('a press that nothing came of is not called done', async () => {
  const result = await site.ask('Cancel order 1008');
  expect(result).toMatchObject({ ok: false, code: 'step_failed' });
});
