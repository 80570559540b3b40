/* Shared by all widget pages: chance by seed, words, and the verdict. `goal` is the task's words, `check` the judge. */
(() => {
  let state = (Number(new URLSearchParams(location.search).get('seed') ?? 1) * 2654435761 + 12345) >>> 0;
  for (const letter of location.pathname) state = (state * 31 + letter.charCodeAt(0)) >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low, high) => low + Math.floor(random() * (high - low + 1));
  const pick = (list) => list[int(0, list.length - 1)];
  const shuffle = (list) => {
    const copy = [...list];
    for (let at = copy.length - 1; at > 0; at -= 1) {
      const other = int(0, at);
      [copy[at], copy[other]] = [copy[other], copy[at]];
    }
    return copy;
  };
  let verdict = null;
  Object.assign(window, {
    random,
    int,
    pick,
    shuffle,
    some: (list, count) => shuffle(list).slice(0, count),
    $: (selector, root = document) => root.querySelector(selector),
    $$: (selector, root = document) => [...root.querySelectorAll(selector)],
    on: (target, type, act) => target.addEventListener(type, act),
    ordinal: (n) => `${n}${['th', 'st', 'nd', 'rd'][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th'}`,
    joined: (list) =>
      list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`,
    same: (one, other) => [...one].sort().join('|') === [...other].sort().join('|'),
    norm: (text) => String(text).toLowerCase().replace(/\s+/g, ' ').trim(),
    goal: (text) => {
      window.task = text;
    },
    /* A tiny page that shows its own task above the widget, and may lie under a cover until started. */
    tiny: (text, isCovered = false) => {
      window.task = text;
      document.body.style.cssText =
        'margin:0;width:160px;height:210px;position:relative;font:10px sans-serif';
      document.body.insertAdjacentHTML(
        'afterbegin',
        '<div class="task-bar" style="background:#ff9;padding:2px;max-height:46px;overflow:auto"></div>',
      );
      document.querySelector('.task-bar').textContent = text;
      if (!isCovered) return;
      document.body.insertAdjacentHTML(
        'beforeend',
        '<div style="position:absolute;inset:0;z-index:99;background:#ccc;text-align:center;line-height:200px">START</div>',
      );
      document.body.lastChild.onclick = ({ target }) => target.remove();
    },
    svg: (tag, attributes = {}, text = '') => {
      const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
      for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
      node.textContent = text;
      return node;
    },
    polygon: (x, y, radius, sides) =>
      Array.from({ length: sides }, (_, at) => {
        const angle = (2 * Math.PI * at) / sides - Math.PI / 2;
        return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
      }).join(' '),
    /* A page that is judged when its own button is pressed: the first press counts. */
    finish: (isRight) => {
      verdict ??= Boolean(isRight);
    },
    check: (judge) => {
      window.judge = judge;
    },
    outcome: (answer, isClaimed) =>
      window.judge ? Boolean(window.judge(answer, isClaimed)) : verdict === true,
    people: [
      'Aurelia',
      'Bastian',
      'Corinne',
      'Dmitri',
      'Esther',
      'Farid',
      'Greta',
      'Hugo',
      'Ingrid',
      'Jonas',
      'Keiko',
      'Lorenzo',
      'Maud',
      'Nadia',
      'Otto',
      'Priya',
    ],
    lastNames: [
      'Abbott',
      'Brandt',
      'Castell',
      'Dorsey',
      'Eklund',
      'Ferrer',
      'Galvin',
      'Hartley',
      'Ivory',
      'Jansen',
    ],
    towns: [
      'Lisbon',
      'Oslo',
      'Prague',
      'Geneva',
      'Dublin',
      'Vienna',
      'Athens',
      'Warsaw',
      'Helsinki',
      'Madrid',
      'Riga',
      'Turin',
    ],
    things: [
      'lantern',
      'kettle',
      'blanket',
      'compass',
      'notebook',
      'umbrella',
      'mirror',
      'candle',
      'hammer',
      'basket',
      'bottle',
      'ladder',
    ],
    fruits: ['apple', 'banana', 'cherry', 'grape', 'lemon', 'mango', 'orange', 'peach', 'plum', 'quince'],
    hues: ['red', 'green', 'blue', 'yellow', 'purple', 'orange', 'black', 'cyan'],
    lorem:
      'amber birch canyon delta ember fjord glade harbor island jungle kettle lagoon meadow nectar orchard prairie quartz river summit timber umber valley willow yonder zephyr'.split(
        ' ',
      ),
  });
})();
