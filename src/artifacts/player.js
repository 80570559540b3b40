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
const { base } = document.body.dataset;

let steps = [];
let frames = [];
let position = 0;
let isPlaying = false;
let lastTick = 0;

if (base) follow();
else start(JSON.parse(part('recording').textContent));

function follow() {
  const events = new EventSource(`${base}/events`);
  events.addEventListener('view', ({ data }) => {
    const view = JSON.parse(data);
    say(view.status === 'needs_human' ? 'Waiting for an answer' : 'Live', true);
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

async function replay(outcome) {
  const answer = await fetch(`${base}/recording`);
  if (answer.ok) return start(await answer.json(), outcome);
  say(outcome);
  notice.textContent =
    answer.status === 410 ? 'The recording of this run has expired.' : 'There is no recording of this run.';
}

function start(recording, outcome = '') {
  frames = recording.frames;
  showSteps(recording.steps, true);
  say(outcome ? `Replay · ${outcome}` : 'Replay');
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
  const current = steps.findLastIndex(({ ms }) => ms <= position);
  address.textContent = steps.slice(0, current + 1).findLast(({ url }) => url)?.url ?? '';
  [...list.children].forEach((item, index) => {
    item.classList.toggle('now', index === current);
  });
}

function show(jpeg) {
  const source = `data:image/jpeg;base64,${jpeg}`;
  if (picture.src !== source) picture.src = source;
}

function showSteps(now, isSeekable = false) {
  if (now.length === steps.length && !isSeekable) return;
  steps = now;
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
  list.lastElementChild?.scrollIntoView({ block: 'nearest' });
}

function named(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function say(text, isLive = false) {
  status.textContent = text;
  status.classList.toggle('live', isLive);
}

function timeOf(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
