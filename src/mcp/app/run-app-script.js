// Speaks to the chat around it by messages of the MCP Apps protocol. It loads nothing and makes no connection.
const POLL_MS = 2000;
const META = 'switchyard/run';
const part = (id) => document.getElementById(id);
const waiting = new Map();
let lastId = 0;
let run = null;
let canRead = false;
let timer = null;

function send(message) {
  window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

function ask(method, params) {
  lastId += 1;
  const id = lastId;
  send({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

const call = (name, args) => ask('tools/call', { name, arguments: args });

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return;
  if (data.method === undefined) return settle(data);
  if (data.method === 'ui/notifications/tool-result') hear(data.params);
  if (data.method === 'ui/notifications/host-context-changed') dress(data.params);
  if (data.id !== undefined) {
    if (data.method === 'ui/resource-teardown') clearTimeout(timer);
    send({ id: data.id, result: {} });
  }
});

function settle({ id, result, error }) {
  const one = waiting.get(id);
  waiting.delete(id);
  if (error) one?.reject(new Error(error.message));
  else one?.resolve(result);
}

function dress(context) {
  if (context?.theme) document.documentElement.style.colorScheme = context.theme;
  for (const [name, value] of Object.entries(context?.styles?.variables ?? {}))
    if (value) document.documentElement.style.setProperty(name, value);
}

function hear(result) {
  const facts = result?._meta?.[META];
  if (facts) show(facts);
  else if (!run) part('status').textContent = result?.content?.[0]?.text?.slice(0, 300) ?? 'No run.';
}

function show(facts) {
  run = facts;
  document.body.dataset.status = facts.status;
  part('status').textContent = facts.status.replace('_', ' ');
  part('runner').textContent = facts.runner ?? '';
  const ceiling = facts.max_cost_usd === null ? '' : ` of $${facts.max_cost_usd}`;
  part('spend').textContent = `$${facts.spend_usd.toFixed(4)}${ceiling}`;
  part('meter').hidden = facts.max_cost_usd === null;
  part('meter').value = facts.max_cost_usd ? facts.spend_usd / facts.max_cost_usd : 0;
  part('steps').replaceChildren(
    ...facts.steps.map(({ action, target, ok }) => {
      const line = document.createElement('li');
      line.textContent = `${ok ? '' : '✗ '}${action}${target ? ` ${target}` : ''}`;
      return line;
    }),
  );
  const isLive = facts.status === 'running' || facts.status === 'needs_human';
  part('cancel').hidden = !isLive;
  part('watch').hidden = facts.live_view === null;
  part('reason').textContent = isLive ? '' : (facts.reason ?? '');
  showQuestion(facts.question);
  resize();
  clearTimeout(timer);
  if (isLive) timer = setTimeout(look, POLL_MS);
}

function showQuestion(question) {
  part('question').hidden = !question;
  if (!question) return;
  part('prompt').textContent = question.prompt;
  // A code is typed on a page of the service, never into a chat.
  part('answer').hidden = part('answer').disabled = question.kind !== 'text';
  part('send').hidden = question.kind !== 'text';
  part('yes').hidden = part('no').hidden = question.kind !== 'confirm';
  part('page').hidden = question.kind !== 'otp';
}

async function look() {
  try {
    hear(await call('get_run', { id: run.id, wait_s: 0 }));
    if (canRead && run.status === 'running' && run.live_view) await showPicture();
  } catch (error) {
    part('reason').textContent = error.message;
    timer = setTimeout(look, POLL_MS * 3);
  }
}

async function showPicture() {
  const uri = `switchyard://runs/${run.id}/view`;
  const { contents } = await ask('resources/read', { uri }).catch(() => ({ contents: [] }));
  const [picture] = contents;
  if (!picture?.blob || !/^image\/(jpeg|png)$/.test(picture.mimeType)) return;
  part('picture').src = `data:${picture.mimeType};base64,${picture.blob}`;
  part('picture').hidden = false;
  resize();
}

async function answer(words) {
  part('reason').textContent = '';
  try {
    const result = await call('answer_question', { id: run.id, answer: words });
    if (result.isError) part('reason').textContent = result.content[0].text;
    else hear(result);
    part('answer').value = '';
  } catch (error) {
    part('reason').textContent = error.message;
  }
}

function resize() {
  const { width, height } = document.documentElement.getBoundingClientRect();
  send({ method: 'ui/notifications/size-changed', params: { width, height: Math.ceil(height) } });
}

// No form: some hosts forbid the page to submit one.
const sendAnswer = () => part('answer').value && void answer(part('answer').value);
part('send').addEventListener('click', sendAnswer);
part('answer').addEventListener('keydown', ({ key }) => key === 'Enter' && sendAnswer());
part('yes').addEventListener('click', () => answer('yes'));
part('no').addEventListener('click', () => answer('no'));
part('page').addEventListener('click', () => ask('ui/open-link', { url: run.question.page }));
part('watch').addEventListener('click', () => ask('ui/open-link', { url: run.live_view }));
part('cancel').addEventListener('click', async () => hear(await call('cancel_run', { id: run.id })));

const host = await ask('ui/initialize', {
  appInfo: { name: 'switchyard-run', version: '1.0.0' },
  appCapabilities: {},
  protocolVersion: '2026-01-26',
});
canRead = host.hostCapabilities?.serverResources !== undefined;
dress(host.hostContext);
send({ method: 'ui/notifications/initialized' });
resize();
