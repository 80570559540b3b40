/** The player of runs: live over server-sent events, afterwards or from a file as a recording. No dependencies. */
const part = (id) => document.getElementById(id);
const [picture, notice, status, clock, list, address] = [
  'picture',
  'notice',
  'status',
  'clock',
  'steps',
  'address',
].map(part);
const [controls, play, seek, speed] = ['controls', 'play', 'seek', 'speed'].map(part);
const [task, question, result] = ['task', 'question', 'result'].map(part);
const { base } = document.body.dataset;

let steps = [];
let frames = [];
let position = 0;
let current = -1;
let isPlaying = false;
let lastTick = 0;

if (base) follow();
else start(JSON.parse(part('recording').textContent));

function follow() {
  const events = new EventSource(`${base}/events`);
  events.addEventListener('run', ({ data }) => tell(JSON.parse(data)));
  events.addEventListener('view', ({ data }) => {
    const view = JSON.parse(data);
    if (view.status !== 'needs_human') question.hidden = true;
    say(
      view.status === 'needs_human' ? 'Waiting for an answer' : 'Live',
      view.status === 'needs_human' ? 'waiting' : 'live',
    );
    clock.textContent = timeOf(view.ms);
    showSteps(view.steps);
    address.textContent = steps.findLast(({ url }) => url)?.url ?? '';
    if (view.frame) show(view.frame);
    notice.textContent = view.frame || picture.src ? '' : 'Waiting for the first picture.';
  });
  events.addEventListener('end', ({ data }) => {
    events.close();
    void replay(JSON.parse(data).status);
  });
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) say('This run is not here any more.');
  };
}

/** Facts about the run itself. */
function tell(run) {
  document.title = `${run.task.slice(0, 60) || run.url || 'Run'} · Switchyard`;
  fill(task, { h1: run.task || run.url, small: [run.url, run.runner].filter(Boolean).join(' · ') });
  if (run.status === 'needs_human') say('Waiting for an answer', 'waiting');
  else if (run.status === 'running') say('Live', 'live');
  const { question: asked } = run;
  question.hidden = asked === null;
  if (asked) {
    const until = asked.expires_at ? ` until ${new Date(asked.expires_at).toLocaleTimeString()}` : '';
    fill(question, {
      p: asked.prompt,
      small: `Answer it${until} through the API:`,
      pre: `curl ${asked.url} -H "Authorization: Bearer $SVC_API_KEY" -H "Content-Type: application/json" -d '${JSON.stringify(asked.body)}'`,
    });
  }
  const isOver = run.status !== 'running' && run.status !== 'needs_human';
  result.hidden = !isOver;
  if (!isOver) return;
  const cost = `${run.cost_usd} USD · ${(run.timing_ms / 1000).toFixed(1)} s`;
  fill(result, { '.verdict': run.status, pre: run.answer ?? 'No answer.', p: run.reason ?? '', small: cost });
  result.querySelector('.verdict').className = `verdict ${run.status}`;
}

function fill(panel, texts) {
  panel.hidden = false;
  for (const [selector, text] of Object.entries(texts)) panel.querySelector(selector).textContent = text;
}

async function replay(outcome) {
  question.hidden = true;
  const answer = await fetch(`${base}/recording`);
  if (answer.ok) return start(await answer.json(), outcome);
  say(outcome, outcome);
  clock.textContent = '';
  notice.textContent =
    answer.status === 410 ? 'The recording of this run has expired.' : 'There is no recording of this run.';
}

function start(recording, outcome = '') {
  frames = recording.frames;
  showSteps(recording.steps, true);
  say(outcome ? `Replay · ${outcome}` : 'Replay', outcome);
  notice.textContent = '';
  controls.hidden = false;
  seek.max = String(Math.max(frames.at(-1)?.ms ?? 0, steps.at(-1)?.ms ?? 0) + 500);
  controls.addEventListener('submit', (event) => event.preventDefault());
  play.addEventListener('click', toggle);
  seek.addEventListener('input', () => jump(Number(seek.value)));
  document.addEventListener('keydown', (event) => {
    if (event.key === ' ' && event.target === document.body) toggle();
  });
  jump(0);
  toggle();
}

function toggle() {
  if (!isPlaying && position >= Number(seek.max)) jump(0);
  isPlaying = !isPlaying;
  play.textContent = isPlaying ? 'Pause' : 'Play';
  lastTick = performance.now();
  if (isPlaying) requestAnimationFrame(tick);
}

function tick(now) {
  if (!isPlaying) return;
  jump(position + (now - lastTick) * Number(speed.value));
  lastTick = now;
  if (position >= Number(seek.max)) return toggle();
  requestAnimationFrame(tick);
}

function jump(to) {
  position = Math.min(to, Number(seek.max));
  seek.value = String(position);
  clock.textContent = `${timeOf(position)} / ${timeOf(Number(seek.max))}`;
  const frame = frames.findLast(({ ms }) => ms <= position) ?? frames[0];
  if (frame) show(frame.jpeg);
  mark(steps.findLastIndex(({ ms }) => ms <= position));
}

/** The list follows the playhead. */
function mark(now) {
  address.textContent = steps.slice(0, now + 1).findLast(({ url }) => url)?.url ?? '';
  if (now === current) return;
  current = now;
  [...list.children].forEach((item, index) => {
    item.classList.toggle('now', index === now);
    item.classList.toggle('later', index > now);
  });
  reveal(list.children[Math.max(0, now)]);
}

/** Scrolls the list alone, never the page. */
function reveal(item) {
  if (!item) return;
  const top = item.offsetTop - list.offsetTop;
  const isAbove = top < list.scrollTop;
  const isBelow = top + item.offsetHeight > list.scrollTop + list.clientHeight;
  if (isAbove || isBelow) list.scrollTop = top - list.clientHeight / 3;
}

function show(jpeg) {
  const source = `data:image/jpeg;base64,${jpeg}`;
  if (picture.src !== source) picture.src = source;
}

function showSteps(now, isSeekable = false) {
  if (now.length === steps.length && !isSeekable) return;
  steps = now;
  current = -2;
  list.replaceChildren(
    ...steps.map((step) => {
      const item = document.createElement('li');
      const words = document.createElement('div');
      words.append(named('b', step.action), ` ${step.target ?? ''}`);
      if (step.detail) words.append(named('small', step.detail));
      item.append(named('time', timeOf(step.ms)), words);
      item.classList.toggle('failed', !step.ok);
      item.classList.toggle('seekable', isSeekable);
      if (isSeekable) item.addEventListener('click', () => jump(step.ms));
      return item;
    }),
  );
  if (!isSeekable) mark(steps.length - 1);
}

function named(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function say(text, kind = '') {
  status.textContent = text;
  status.className = kind;
}

function timeOf(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
