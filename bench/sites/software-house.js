/* The site of a software product, drawn in the browser by custom elements and a router of its own. */
const app = document.querySelector('#app');
const get = async (path) => (await fetch(path)).json();
const post = async (path, form) =>
  (await fetch(path, { method: 'POST', body: new URLSearchParams(new FormData(form)) })).json();
const go = (path) => {
  history.pushState(null, '', path);
  void draw();
};
document.addEventListener('click', (event) => {
  const link = event.composedPath().find((node) => node.matches?.('a[href^="/"]:not([download])'));
  if (!link) return;
  event.preventDefault();
  go(link.getAttribute('href'));
});
addEventListener('popstate', () => void draw());

const MENU = {
  Product: [
    ['/pricing', 'Pricing'],
    ['/changelog', 'What’s new'],
    ['/downloads', 'Desktop apps'],
  ],
  Resources: [
    ['/help', 'Help centre'],
    ['/status', 'System status'],
  ],
  Company: [
    ['/careers', 'Careers'],
    ['/demo', 'Book a demo'],
  ],
};

customElements.define(
  'qm-top',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = `<style>ul{list-style:none;position:absolute;background:#fff;border:1px solid #ccc;margin:0;padding:8px}div{display:inline-block}</style><header><a href="/">Quillmark</a> ${Object.entries(
        MENU,
      )
        .map(
          ([name, links]) =>
            `<div><button aria-haspopup="true" aria-expanded="false">${name}</button><ul hidden>${links.map(([to, text]) => `<li><a href="${to}">${text}</a></li>`).join('')}</ul></div>`,
        )
        .join(' ')}</header>`;
      root.addEventListener('click', (event) => {
        for (const button of root.querySelectorAll('button')) {
          const isOpen = event.target === button && button.getAttribute('aria-expanded') === 'false';
          button.setAttribute('aria-expanded', String(isOpen));
          button.nextElementSibling.hidden = !isOpen;
        }
      });
    }
  },
);

customElements.define(
  'qm-foot',
  class extends HTMLElement {
    connectedCallback() {
      this.innerHTML = '<footer><a href="/contact">Contact support</a> · © Quillmark Ltd</footer>';
    }
  },
);

const PLANS = [
  ['Starter', 9, 7, 3, '10 GB', false, false],
  ['Team', 24, 19, 15, '100 GB', true, false],
  ['Business', 59, 47, 100, '500 GB', true, true],
];
const tick = (is) =>
  is ? '<span aria-label="included">✓</span>' : '<span aria-label="not included">–</span>';

const VIEWS = {
  '/': () =>
    '<main><h1>Invoices, done before lunch</h1><p>Quillmark writes, sends and chases your invoices.</p><p><a href="/demo">See it live</a></p></main>',

  '/pricing': (isYearly = false) => {
    const price = ([, month, year]) => `<b>€${isYearly ? year : month}</b> / month`;
    const row = (name, cell) =>
      `<tr><th scope="row">${name}</th>${PLANS.map((plan) => `<td>${cell(plan)}</td>`).join('')}</tr>`;
    const drawn = `<main><h1>Plans and prices</h1><div role="group" aria-label="Billing"><button data-yearly="" aria-pressed="${!isYearly}">Monthly</button><button data-yearly="1" aria-pressed="${isYearly}">Yearly</button></div><table><thead><tr><td></td>${PLANS.map(([name]) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${row('Price', price)}${row('Users', (plan) => `up to ${plan[3]}`)}${row('Storage', (plan) => plan[4])}${row('Approval steps', (plan) => tick(plan[5]))}${row('Single sign-on (SSO)', (plan) => tick(plan[6]))}</tbody></table></main>`;
    setTimeout(() => {
      for (const button of app.querySelectorAll('[data-yearly]'))
        button.onclick = () => (app.innerHTML = VIEWS['/pricing'](button.dataset.yearly === '1'));
    });
    return drawn;
  },

  '/changelog': async () => {
    let from = 0;
    const item = ({ version, day, changes }) =>
      `<section><h2>Quillmark ${version}</h2><p><time datetime="${day}">${new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}</time></p><ul>${changes.map((change) => `<li>${change}</li>`).join('')}</ul></section>`;
    const first = await get('/api/releases?from=0');
    setTimeout(() => {
      const button = app.querySelector('#older');
      button.onclick = async () => {
        from += 3;
        const { items, more } = await get(`/api/releases?from=${from}`);
        app.querySelector('#releases').insertAdjacentHTML('beforeend', items.map(item).join(''));
        if (!more) button.remove();
      };
    });
    return `<main><h1>What’s new</h1><div id="releases">${first.items.map(item).join('')}</div><button id="older">Older releases</button></main>`;
  },

  '/downloads': () =>
    `<main><h1>Desktop apps</h1><dl><dt>Windows</dt><dd>Version 5.1, 64 bit. <a download href="/dl/quillmark-5.1.msi">Download for Windows</a></dd><dt>macOS</dt><dd>Version 5.1, Apple chips. <a download href="/dl/quillmark-5.1.dmg">Download for macOS</a></dd><dt>Linux</dt><dd>Version 5.1, AppImage. <a download href="/dl/quillmark-5.1.AppImage">Download for Linux</a></dd></dl></main>`,

  '/help': async () => {
    const q = new URLSearchParams(location.search).get('q') ?? '';
    const found = await get(`/api/articles?q=${encodeURIComponent(q)}`);
    const topics = [...new Set(found.map(({ topic }) => topic))];
    setTimeout(() => {
      app.querySelector('form').onsubmit = (event) => {
        event.preventDefault();
        go(`/help?q=${encodeURIComponent(app.querySelector('input').value)}`);
      };
    });
    return `<main><h1>Help centre</h1><form role="search"><input type="search" placeholder="Search the help centre" value="${q}"><button aria-label="Search">🔍</button></form>${
      topics
        .map(
          (topic) =>
            `<section><h2>${topic}</h2>${found
              .filter((article) => article.topic === topic)
              .map(({ slug, title }) => `<p><a href="/help/${slug}">${title}</a></p>`)
              .join('')}</section>`,
        )
        .join('') || '<p>No articles match your search.</p>'
    }</main>`;
  },

  '/status': () =>
    '<main><h1>System status</h1><div class="list"><div><span>Web app</span> <span>Operational</span></div><div><span>API</span> <span>Degraded performance</span></div><div><span>E-mail delivery</span> <span>Operational</span></div></div></main>',

  '/careers': async () => {
    const jobs = await get('/api/jobs');
    let page = 0;
    const list = () => {
      app.querySelector('#jobs').innerHTML = jobs
        .slice(page * 5, page * 5 + 5)
        .map(
          ({ id, title, team, place }) =>
            `<div class="row"><div class="c1"><a href="/careers/${id}">${title}</a></div><div class="c2">${team}</div><div class="c3">${place}</div></div>`,
        )
        .join('');
      app.querySelector('#back').disabled = page === 0;
      app.querySelector('#on').disabled = (page + 1) * 5 >= jobs.length;
      app.querySelector('#where').textContent =
        `${page * 5 + 1}–${Math.min(jobs.length, page * 5 + 5)} of ${jobs.length}`;
    };
    setTimeout(() => {
      app.querySelector('#back').onclick = () => list(--page);
      app.querySelector('#on').onclick = () => list(++page);
      list();
    });
    return `<main><h1>Careers at Quillmark</h1><p>We are a small team with big plans.</p><div class="head"><div>Position</div><div>Team</div><div>Location</div></div><div id="jobs"></div><button id="back" aria-label="Previous page">‹</button> <span id="where"></span> <button id="on" aria-label="Next page">›</button></main>`;
  },

  '/demo': () => {
    setTimeout(() => {
      const form = app.querySelector('form');
      for (const button of app.querySelectorAll('[data-time]'))
        button.onclick = () => {
          form.elements.time.value = button.dataset.time;
          for (const other of app.querySelectorAll('[data-time]'))
            other.setAttribute('aria-pressed', String(other === button));
        };
      form.onsubmit = async (event) => {
        event.preventDefault();
        const { error } = await post('/api/demos', form);
        if (error) app.querySelector('[role=alert]').textContent = error;
        else app.innerHTML = '<main><h1>Your demo is booked</h1></main>';
      };
    });
    return `<main><h1>Book a demo</h1><p role="alert"></p><form novalidate><label>Day <select name="day"><option value="">–</option>${['Tuesday, 12 January', 'Wednesday, 13 January', 'Thursday, 14 January', 'Friday, 15 January'].map((day) => `<option>${day}</option>`).join('')}</select></label><div role="group" aria-label="Time">${['09:00', '10:00', '14:00', '16:30'].map((time) => `<button type="button" data-time="${time}" aria-pressed="false">${time}</button>`).join('')}</div><input type="hidden" name="time"><label>Your name <input name="name"></label><label>Company <input name="company"></label><label>Work email <input name="email" type="email"></label><label>How many will attend? <input name="people" inputmode="numeric"></label><button>Book it</button></form></main>`;
  },

  '/contact': () => {
    setTimeout(() => {
      const form = app.querySelector('form');
      form.onsubmit = async (event) => {
        event.preventDefault();
        const { error } = await post('/api/tickets', form);
        if (error) app.querySelector('[role=alert]').textContent = error;
        else app.innerHTML = '<main><h1>Message received</h1><p>We answer within a day.</p></main>';
      };
    });
    return '<main><h1>Contact support</h1><p role="alert"></p><form novalidate><label>Email <input name="email" type="email"></label><fieldset><legend>How pressing is it?</legend><label><input type="radio" name="priority" value="low"> It can wait</label><label><input type="radio" name="priority" value="normal" checked> Normal</label><label><input type="radio" name="priority" value="urgent"> Urgent</label></fieldset><label>Describe the problem <textarea name="text"></textarea></label><button>Send to support</button></form></main>';
  },
};

async function draw() {
  const { pathname } = location;
  const article = /^\/help\/([\w-]+)$/.exec(pathname);
  const job = /^\/careers\/(\d+)$/.exec(pathname);
  app.innerHTML = '<p aria-busy="true">Loading …</p>';
  if (article) {
    const one = (await get('/api/articles')).find(({ slug }) => slug === article[1]);
    app.innerHTML = `<main><p><a href="/help">Help centre</a> / ${one.topic}</p><h1>${one.title}</h1>${one.text.map((text) => `<p>${text}</p>`).join('')}</main>`;
  } else if (job) {
    const one = await get(`/api/jobs/${job[1]}`);
    app.innerHTML = `<main><h1>${one.title}</h1><p>${one.team} · ${one.place} · ${one.hours}</p><p>You will work with people who care about good invoices.</p><h2>What we offer</h2><ul><li>Salary: €${one.salary.toLocaleString('en')} a year</li><li>30 days of holiday</li></ul></main>`;
  } else app.innerHTML = VIEWS[pathname] ? await VIEWS[pathname]() : '<main><h1>Page not found</h1></main>';
  document.title = `${app.querySelector('h1')?.textContent ?? 'Quillmark'} · Quillmark`;
}

void draw();
