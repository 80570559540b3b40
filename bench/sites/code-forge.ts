/** A place for source code: projects, issues with labels and comments, merge requests, commits, releases, members; drawn by the server. */
import {
  answers,
  type BenchSite,
  isNowhere,
  listOf,
  type Page,
  rowsOf,
  safe,
  type Visit,
} from './bench-site.ts';

const PEOPLE: Record<string, string> = {
  mira: 'Mira Sand',
  jonas: 'Jonas Beck',
  priya: 'Priya Nair',
  oskar: 'Oskar Lund',
  lena: 'Lena Ortiz',
  tomo: 'Tomo Ishii',
};

interface Issue {
  id: number;
  title: string;
  by: string;
  day: string;
  labels: string[];
  assignee: string;
  isOpen: boolean;
  milestone: string;
  comments: { by: string; text: string }[];
}

interface Project {
  name: string;
  about: string;
  licence: string;
  stars: number;
  isStarred: boolean;
  isPrivate: boolean;
  hasReadme: boolean;
  issues: Issue[];
  merges: { id: number; title: string; by: string; state: string; reviewer: string; approved: boolean }[];
  commits: [day: string, by: string, text: string][];
  releases: [version: string, day: string, notes: string][];
  milestones: [name: string, due: string][];
  members: [who: string, role: string][];
}

const issue = (
  id: number,
  title: string,
  by: string,
  day: string,
  labels: string,
  assignee: string,
  isOpen: boolean,
  milestone = '',
  comments: [string, string][] = [],
): Issue => ({
  id,
  title,
  by,
  day,
  labels: labels ? labels.split(',') : [],
  assignee,
  isOpen,
  milestone,
  comments: comments.map(([who, text]) => ({ by: who, text })),
});

function beginning() {
  const projects: Project[] = [
    {
      name: 'lantern',
      about: 'A map server that fits into a shoebox.',
      licence: 'MIT',
      stars: 412,
      isStarred: false,
      isPrivate: false,
      hasReadme: true,
      issues: [
        issue(21, 'Tiles flicker while zooming', 'tomo', '2026-10-30', 'bug', 'jonas', true),
        issue(20, 'Support WebP tiles', 'lena', '2026-10-22', 'feature', '', true, '2.0'),
        issue(18, 'Export hangs on large files', 'oskar', '2026-09-14', 'bug,backend', 'priya', true, '2.0', [
          ['priya', 'I can reproduce it with anything above 2 GB.'],
          ['oskar', 'Same here, memory goes up until it stops.'],
        ]),
        issue(17, 'Describe the cache settings', 'mira', '2026-09-02', 'documentation', '', true),
        issue(15, 'Crash when the style file is empty', 'lena', '2026-07-19', 'bug', 'tomo', false),
        issue(14, 'Labels overlap at zoom 12', 'priya', '2026-06-28', 'bug,frontend', 'jonas', true, '', [
          ['jonas', 'Which font?'],
          ['priya', 'The default one.'],
          ['tomo', 'Also at zoom 13.'],
          ['jonas', 'Thanks, on it.'],
        ]),
        issue(12, 'Offer a Docker image', 'jonas', '2026-05-11', 'feature', 'mira', true),
        issue(9, 'Wrong scale bar near the poles', 'tomo', '2026-03-03', 'bug', '', true),
        issue(6, 'Search ignores accents', 'oskar', '2026-01-25', 'bug', 'lena', false),
        issue(3, 'Add a licence file', 'priya', '2025-12-01', 'documentation', 'mira', false),
      ],
      merges: [
        {
          id: 31,
          title: 'Cache the tiles on disk',
          by: 'jonas',
          state: 'Open',
          reviewer: 'mira',
          approved: false,
        },
        {
          id: 30,
          title: 'Draw the scale bar anew',
          by: 'tomo',
          state: 'Open',
          reviewer: 'priya',
          approved: false,
        },
        {
          id: 28,
          title: 'Update the build image',
          by: 'lena',
          state: 'Merged',
          reviewer: 'mira',
          approved: true,
        },
        {
          id: 25,
          title: 'Try another allocator',
          by: 'oskar',
          state: 'Closed',
          reviewer: 'jonas',
          approved: false,
        },
      ],
      commits: [
        ['2026-10-31', 'jonas', 'Lower the memory of the index'],
        ['2026-10-28', 'tomo', 'Fix the order of layers'],
        ['2026-10-20', 'jonas', 'Say which tile failed'],
        ['2026-10-02', 'lena', 'Update the build image'],
        ['2026-09-21', 'priya', 'Speed up the export by streaming'],
        ['2026-09-09', 'jonas', 'Add a setting for the cache'],
        ['2026-08-17', 'tomo', 'Tidy the command line'],
      ],
      releases: [
        ['1.9.2', '2026-10-05', 'Repairs the import of old styles.'],
        ['1.9.1', '2026-08-20', 'Faster start.'],
        ['1.9.0', '2026-06-30', 'Vector tiles; needs Node 22 or newer.'],
        ['1.8.0', '2026-02-12', 'Hill shading.'],
      ],
      milestones: [
        ['2.0', '2027-01-31'],
        ['2.1', '2027-05-15'],
      ],
      members: [
        ['mira', 'Owner'],
        ['jonas', 'Maintainer'],
        ['priya', 'Developer'],
        ['tomo', 'Developer'],
      ],
    },
    {
      name: 'harbor',
      about: 'Booking berths for small marinas.',
      licence: 'Apache-2.0',
      stars: 897,
      isStarred: false,
      isPrivate: false,
      hasReadme: true,
      issues: [
        issue(44, 'Dark theme for the calendar', 'lena', '2026-08-08', 'feature,frontend', 'lena', false),
        issue(43, 'Invoices show the wrong tax rate', 'oskar', '2026-08-01', 'bug,backend', 'priya', true),
        issue(41, 'Remember the last berth', 'tomo', '2026-07-15', 'feature', '', true),
      ],
      merges: [
        {
          id: 12,
          title: 'Use the tax table of 2026',
          by: 'priya',
          state: 'Open',
          reviewer: 'mira',
          approved: false,
        },
      ],
      commits: [
        ['2026-04-02', 'priya', 'Sort berths by length'],
        ['2026-03-30', 'jonas', 'Send the receipt twice at most'],
        ['2026-03-22', 'jonas', 'Translate the calendar'],
        ['2026-03-15', 'oskar', 'Remove the old login'],
        ['2026-03-08', 'jonas', 'Check the length of the boat'],
        ['2026-03-01', 'mira', 'Write down how to deploy'],
        ['2026-02-26', 'jonas', 'Start the calendar on Monday'],
      ],
      releases: [['0.7.0', '2026-04-10', 'Receipts by mail.']],
      milestones: [['Season 2027', '2027-03-20']],
      members: [
        ['mira', 'Owner'],
        ['priya', 'Maintainer'],
      ],
    },
    {
      name: 'tidepool',
      about: 'Small charts for small screens.',
      licence: 'GPL-3.0',
      stars: 156,
      isStarred: true,
      isPrivate: false,
      hasReadme: true,
      issues: [
        issue(8, 'Typo in the installation guide', 'jonas', '2026-10-11', 'documentation', '', true),
        issue(7, 'Axis labels are cut off', 'priya', '2026-09-30', 'bug', 'mira', true),
        issue(5, 'Legend below the chart', 'lena', '2026-09-01', 'feature', 'mira', true),
        issue(4, 'Colours for the colour-blind', 'tomo', '2026-08-21', 'feature', 'oskar', true),
        issue(2, 'Points jump on resize', 'oskar', '2026-06-16', 'bug', 'mira', false),
      ],
      merges: [],
      commits: [['2026-10-12', 'oskar', 'Begin the legend']],
      releases: [],
      milestones: [],
      members: [
        ['oskar', 'Owner'],
        ['mira', 'Developer'],
      ],
    },
  ];
  return { projects, status: '', isBusy: false };
}

type State = ReturnType<typeof beginning>;

const project = (state: State, name: string) => state.projects.find((one) => one.name === name);
const issueOf = (state: State, name: string, id: number) =>
  project(state, name)?.issues.find((one) => one.id === id);

export const codeForge: BenchSite<State> = {
  name: 'code-forge',
  open() {
    const state = beginning();
    return { state, answer: (visit) => route(state, visit) };
  },
  tasks: [
    {
      kind: 'most',
      goal: 'Who opened the oldest open issue labelled bug in the lantern project?',
      isRight: (_, answer) => answers(answer, 'Tomo'),
    },
    {
      kind: 'count',
      goal: 'How many commits did Jonas Beck make to harbor in March 2026?',
      isRight: (_, answer) => answers(answer) && /\b(3|three)\b/i.test(answer.replace(/March 2026/, '')),
    },
    {
      kind: 'ask',
      goal: 'What licence does the project tidepool use?',
      isRight: (_, answer) => answers(answer, 'GPL'),
    },
    {
      kind: 'most',
      goal: 'What is the latest release of lantern and when did it come out?',
      isRight: (_, answer) => answers(answer, '1.9.2') && /5 Oct|Oct\w* 5|2026-10-05/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'Who is assigned to the lantern issue about exports hanging?',
      isRight: (_, answer) => answers(answer, 'Priya'),
    },
    {
      kind: 'count',
      goal: 'How many open issues are assigned to me in tidepool?',
      isRight: (_, answer) => answers(answer) && /\b(2|two)\b/i.test(answer),
    },
    {
      kind: 'most',
      goal: 'Which of the projects has the most stars?',
      isRight: (_, answer) => answers(answer, 'harbor') && !/lantern|tidepool/.test(answer),
    },
    {
      kind: 'most',
      goal: 'Who has made the most commits to lantern?',
      isRight: (_, answer) => answers(answer, 'Jonas'),
    },
    {
      kind: 'ask',
      goal: 'What do I have to type to clone harbor over SSH?',
      isRight: (_, answer) => answers(answer, 'git@forge.example:acme/harbor.git') && !/https:/.test(answer),
    },
    {
      kind: 'count',
      goal: 'How many comments are there on issue #14 of lantern?',
      isRight: (_, answer) => answers(answer) && /\b(4|four)\b/i.test(answer.replace('#14', '')),
    },
    {
      kind: 'rule',
      goal: 'Has the request for a dark theme in harbor been closed already?',
      isRight: (_, answer) => answers(answer) && /^yes\b|closed/i.test(answer) && !/not closed/i.test(answer),
    },
    {
      kind: 'ask',
      goal: 'When is milestone 2.0 of lantern due?',
      isRight: (_, answer) => answers(answer) && /31 Jan|Jan\w* 31|2027-01-31/.test(answer),
    },
    {
      kind: 'ask',
      goal: 'Which Node version does lantern 1.9.0 need?',
      isRight: (_, answer) => answers(answer) && /\b22\b/.test(answer),
    },
    {
      kind: 'schema',
      goal: 'List all open issues of lantern with their number, title and author.',
      outputSchema: listOf('issues', { number: 'integer', title: 'string', author: 'string' }),
      isRight: (state, answer) => {
        const open = project(state, 'lantern')?.issues.filter(({ isOpen }) => isOpen) ?? [];
        const told = rowsOf(answer, 'issues');
        return (
          told.length === open.length &&
          open.every(({ id, title, by }) =>
            told.some(
              (row) =>
                row.number === id && row.title === title && [by, PEOPLE[by]].includes(String(row.author)),
            ),
          )
        );
      },
    },
    {
      kind: 'form',
      goal: 'Create an issue titled "Login button missing on mobile" in harbor, assign it to Priya Nair and label it bug.',
      isRight: (state) => {
        const issues = project(state, 'harbor')?.issues ?? [];
        const made = issues.find(({ title }) => title === 'Login button missing on mobile');
        return issues.length === 4 && made?.assignee === 'priya' && made.labels.join() === 'bug';
      },
    },
    {
      kind: 'act',
      goal: 'Post a comment "Happens on Firefox 128 too." on the lantern issue about the export that hangs.',
      isRight: (state) =>
        issueOf(state, 'lantern', 18)?.comments.length === 3 &&
        issueOf(state, 'lantern', 18)?.comments[2]?.text === 'Happens on Firefox 128 too.',
    },
    {
      kind: 'act',
      goal: 'Close the issue "Typo in the installation guide" in tidepool.',
      isRight: (state) =>
        project(state, 'tidepool')
          ?.issues.filter(({ isOpen }) => isOpen)
          .map(({ id }) => id)
          .join() === '7,5,4',
    },
    {
      kind: 'act',
      goal: 'Star the harbor project',
      isRight: (state) => state.projects.map(({ isStarred }) => isStarred).join() === 'false,true,true',
    },
    {
      kind: 'form',
      goal: 'Add lena as a Developer to harbor.',
      isRight: (state) =>
        project(state, 'harbor')
          ?.members.map((one) => one.join())
          .join('|') === 'mira,Owner|priya,Maintainer|lena,Developer',
    },
    {
      kind: 'form',
      goal: 'Set my status to "Out of office until Monday" and mark me as busy.',
      isRight: (state) => state.status === 'Out of office until Monday' && state.isBusy,
    },
    {
      kind: 'form',
      goal: 'Start a new private project called weather-notes, with a README.',
      isRight: (state) =>
        state.projects.length === 4 &&
        state.projects[3]?.name === 'weather-notes' &&
        state.projects[3].isPrivate &&
        state.projects[3].hasReadme,
    },
    {
      kind: 'act',
      goal: 'Assign the most recently opened lantern issue that has no assignee to me.',
      isRight: (state) =>
        project(state, 'lantern')
          ?.issues.filter(({ assignee }) => assignee === 'mira')
          .map(({ id }) => id)
          .join() === '20,12,3',
    },
    {
      kind: 'act',
      goal: 'Approve the merge request that Jonas opened in lantern.',
      isRight: (state) =>
        project(state, 'lantern')
          ?.merges.filter(({ approved }) => approved)
          .map(({ id }) => id)
          .join() === '31,28',
    },
    {
      kind: 'act',
      goal: 'Add the label frontend to issue 7 of tidepool.',
      isRight: (state) =>
        issueOf(state, 'tidepool', 7)?.labels.toSorted().join() === 'bug,frontend' &&
        issueOf(state, 'tidepool', 8)?.labels.join() === 'documentation',
    },
    {
      kind: 'missing',
      goal: 'Who opened the tidepool issue about Kubernetes?',
      isRight: (_, answer, __, failure) => isNowhere(answer, failure),
    },
  ],
};

const LABELS = ['bug', 'feature', 'documentation', 'frontend', 'backend'];

function route(state: State, { method, path, query, form }: Visit): Page {
  if (path === '/favicon.ico') return { status: 404 };
  if (path === '/status' && method === 'POST') {
    state.status = form.get('message') ?? '';
    state.isBusy = form.has('busy');
    return { to: '/mira?saved=1' };
  }
  if (path === '/') return draw(state, 'Projects', front(state, query));
  if (path === '/mira') return draw(state, 'Mira Sand', profile(state));
  if (path === '/projects/new') {
    if (method === 'GET') return draw(state, 'New project', newProject(''));
    const name = form.get('name') ?? '';
    if (!/^[a-z][a-z0-9-]*$/.test(name))
      return draw(state, 'New project', newProject('The name may hold small letters, digits and dashes.'));
    state.projects.push({
      name,
      about: form.get('about') ?? '',
      licence: 'none',
      stars: 0,
      isStarred: false,
      isPrivate: form.get('visibility') === 'private',
      hasReadme: form.has('readme'),
      issues: [],
      merges: [],
      commits: [],
      releases: [],
      milestones: [],
      members: [['mira', 'Owner']],
    });
    return { to: `/acme/${name}` };
  }
  const [, name = '', section = '', what = '', act = ''] =
    /^\/acme\/([\w-]+)(?:\/([\w-]+))?(?:\/([\w-]+))?(?:\/([\w-]+))?$/.exec(path) ?? [];
  const one = project(state, name);
  if (!one) return { status: 404, ...draw(state, 'Not found', '<h1>404</h1><p>There is nothing here.</p>') };
  if (method === 'POST') return post(state, one, section, what, act, form);
  const views: Record<string, () => string> = {
    '': () => overview(one),
    issues: () =>
      what === 'new' ? newIssue(one, '') : what ? issuePage(one, Number(what)) : issueList(one, query),
    merge_requests: () => (what ? mergePage(one, Number(what)) : mergeList(one, query)),
    commits: () => commits(one, query),
    releases: () => releases(one),
    milestones: () => milestones(one),
    members: () => members(one),
  };
  return draw(state, one.name, `${tabs(one)}${views[section]?.() ?? '<h1>404</h1>'}`);
}

function post(
  state: State,
  one: Project,
  section: string,
  what: string,
  act: string,
  form: URLSearchParams,
): Page {
  const home = `/acme/${one.name}`;
  if (section === 'star') {
    one.isStarred = !one.isStarred;
    one.stars += one.isStarred ? 1 : -1;
    return { to: home };
  }
  if (section === 'members') {
    const who = form.get('user') ?? '';
    if (PEOPLE[who]) one.members.push([who, form.get('role') ?? 'Guest']);
    return { to: `${home}/members` };
  }
  if (section === 'merge_requests') {
    const merge = one.merges.find(({ id }) => id === Number(what));
    if (merge) merge.approved = true;
    return { to: `${home}/merge_requests/${what}` };
  }
  if (section === 'issues' && what === '') {
    const title = form.get('title') ?? '';
    if (!title) return draw(state, one.name, `${tabs(one)}${newIssue(one, 'Title can’t be blank')}`);
    const id = Math.max(0, ...one.issues.map((other) => other.id)) + 1;
    one.issues.unshift(
      issue(
        id,
        title,
        'mira',
        '2026-11-15',
        form.getAll('label').join(),
        form.get('assignee') ?? '',
        true,
        form.get('milestone') ?? '',
      ),
    );
    return { to: `${home}/issues/${id}` };
  }
  const found = one.issues.find(({ id }) => id === Number(what));
  if (!found) return { status: 404 };
  if (act === 'comment' && form.get('text'))
    found.comments.push({ by: 'mira', text: form.get('text') ?? '' });
  if (act === 'toggle') found.isOpen = !found.isOpen;
  if (act === 'labels') found.labels = form.getAll('label');
  if (act === 'assignee') found.assignee = form.get('assignee') ?? '';
  return { to: `${home}/issues/${what}` };
}

function draw(state: State, title: string, main: string): Page {
  return {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${safe(title)} · Forge</title><style>[hidden]{display:none}.pop{position:absolute;background:#fff;border:1px solid #999;padding:8px}.label{border-radius:8px;background:#ddd;padding:0 6px}nav a{margin-right:10px}.side{float:right;width:260px}</style></head><body>
<header><a href="/">Forge</a> <form action="/" style="display:inline"><input name="q" type="search" placeholder="Search projects" aria-label="Search projects"></form>
<a href="/projects/new">New project</a> <button type="button" aria-haspopup="menu" aria-expanded="false" data-pop="me"><img alt="Mira Sand" src="data:," width="16" height="16"></button>
<div id="me" class="pop" hidden role="menu"><b>Mira Sand</b> @mira<br><button role="menuitem" type="button" data-dialog="status">${state.status ? 'Edit' : 'Set'} status</button><br><a role="menuitem" href="/mira">Profile</a></div></header>
<dialog id="status"><form method="post" action="/status"><h2>Set status</h2><label>What’s your status? <input name="message" value="${safe(state.status)}"></label><label><input type="checkbox" name="busy" ${state.isBusy ? 'checked' : ''}> Set yourself as busy</label><p><button>Set status</button> <button type="button" data-close>Cancel</button></p></form></dialog>
<main>${main}</main><footer>Forge 3.4 · <a href="/">Explore</a></footer>
<script>
document.addEventListener('click', (event) => {
  const pop = event.target.closest('[data-pop]');
  for (const other of document.querySelectorAll('[data-pop]')) {
    const box = document.getElementById(other.dataset.pop);
    if (other === pop) box.hidden = !box.hidden;
    else if (!box.contains(event.target)) box.hidden = true;
    other.setAttribute('aria-expanded', String(!box.hidden));
  }
  const dialog = event.target.closest('[data-dialog]');
  if (dialog) document.getElementById(dialog.dataset.dialog).showModal();
  if (event.target.closest('[data-close]')) event.target.closest('dialog').close();
});
</script></body></html>`,
  };
}

function front(state: State, query: URLSearchParams): string {
  const word = (query.get('q') ?? '').toLowerCase();
  const found = state.projects.filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(word));
  return `<h1>Projects</h1><ul>${found
    .map(
      ({ name, about, stars, isPrivate }) =>
        `<li><h2><a href="/acme/${name}">acme / ${name}</a></h2>${isPrivate ? '<span>Private</span>' : ''}<p>${safe(about)}</p><span title="Stars">★ ${stars}</span></li>`,
    )
    .join('')}</ul>${found.length ? '' : '<p>No projects found.</p>'}`;
}

function profile(state: State): string {
  return `<h1>Mira Sand</h1><p>@mira</p><p>${state.isBusy ? 'Busy · ' : ''}${safe(state.status)}</p>`;
}

function newProject(problem: string): string {
  return `<h1>Create blank project</h1>${problem ? `<p role="alert">${problem}</p>` : ''}<form method="post" action="/projects/new"><p><label>Project name <input name="name" required placeholder="my-project"></label></p><p><label>Project description (optional) <textarea name="about"></textarea></label></p><fieldset><legend>Visibility level</legend><label><input type="radio" name="visibility" value="private"> Private</label> <label><input type="radio" name="visibility" value="public" checked> Public</label></fieldset><p><label><input type="checkbox" name="readme"> Initialize repository with a README</label></p><button>Create project</button></form>`;
}

function tabs({ name, issues, merges }: Project): string {
  const at = `/acme/${name}`;
  const open = issues.filter(({ isOpen }) => isOpen).length;
  const merge = merges.filter(({ state }) => state === 'Open').length;
  return `<p><a href="/">acme</a> / <a href="${at}">${name}</a></p><nav aria-label="Project"><a href="${at}">Code</a><a href="${at}/issues">Issues <span>${open}</span></a><a href="${at}/merge_requests">Merge requests <span>${merge}</span></a><a href="${at}/commits">Commits</a><a href="${at}/milestones">Milestones</a><a href="${at}/releases">Releases</a><a href="${at}/members">Members</a></nav>`;
}

function overview({ name, about, licence, stars, isStarred, hasReadme, commits }: Project): string {
  const last = commits[0];
  return `<h1>${name}</h1><p>${safe(about)}</p><form method="post" action="/acme/${name}/star" style="display:inline"><button>${isStarred ? 'Unstar' : 'Star'}</button> ${stars}</form>
<button type="button" data-pop="clone" aria-expanded="false">Clone</button><div id="clone" class="pop" hidden><label>Clone with SSH <input readonly value="git@forge.example:acme/${name}.git"></label><label>Clone with HTTPS <input readonly value="https://forge.example/acme/${name}.git"></label></div>
<p>License: <span>${licence}</span></p>${last ? `<p>Last commit: ${safe(last[2])} by ${PEOPLE[last[1]]}</p>` : ''}${hasReadme ? `<article><h2>README.md</h2><p>${safe(about)} Run <code>npm install ${name}</code> to begin.</p></article>` : ''}`;
}

function issueList({ name, issues }: Project, query: URLSearchParams): string {
  const state = query.get('state') ?? 'opened';
  const label = query.get('label') ?? '';
  const who = query.get('assignee') ?? '';
  const word = (query.get('search') ?? '').toLowerCase();
  const sort = query.get('sort') ?? 'created_desc';
  const page = Number(query.get('page') ?? 1);
  const found = issues
    .filter(({ isOpen }) => state === 'all' || isOpen === (state === 'opened'))
    .filter(({ labels }) => !label || labels.includes(label))
    .filter(({ assignee }) => !who || assignee === who || (who === 'none' && !assignee))
    .filter(({ title }) => title.toLowerCase().includes(word))
    .toSorted((one, other) =>
      sort === 'title'
        ? one.title.localeCompare(other.title)
        : (sort === 'created_asc' ? 1 : -1) * (one.id - other.id),
    );
  const to = (changes: Record<string, string>) =>
    `/acme/${name}/issues?${safe(new URLSearchParams({ ...Object.fromEntries(query), page: '1', ...changes }))}`;
  const option = (value: string, text: string, now: string) =>
    `<option value="${value}" ${value === now ? 'selected' : ''}>${text}</option>`;
  return `<h1>Issues</h1><p><a href="${to({ state: 'opened' })}">Open</a> <a href="${to({ state: 'closed' })}">Closed</a> <a href="${to({ state: 'all' })}">All</a> <a href="/acme/${name}/issues/new">New issue</a></p>
<form><input type="hidden" name="state" value="${safe(state)}"><input name="search" value="${safe(word)}" placeholder="Search or filter results…" aria-label="Search"> <select name="label" aria-label="Label">${option('', 'Any label', label)}${LABELS.map((one) => option(one, one, label)).join('')}</select> <select name="assignee" aria-label="Assignee">${option('', 'Any assignee', who)}${option('none', 'None', who)}${Object.entries(
    PEOPLE,
  )
    .map(([id, full]) => option(id, full, who))
    .join(
      '',
    )}</select> <select name="sort" aria-label="Sort by">${option('created_desc', 'Newest first', sort)}${option('created_asc', 'Oldest first', sort)}${option('title', 'Title', sort)}</select> <button>Apply</button></form>
<ul class="issues">${found
    .slice(page * 5 - 5, page * 5)
    .map(
      (one) =>
        `<li><a href="/acme/${name}/issues/${one.id}">${safe(one.title)}</a> ${one.labels.map((text) => `<span class="label">${text}</span>`).join(' ')}<div>#${one.id} · created ${day(one.day)} by <a href="#">${PEOPLE[one.by]}</a>${one.milestone ? ` · ${one.milestone}` : ''}${one.isOpen ? '' : ' · CLOSED'}${one.comments.length ? ` · 💬 ${one.comments.length}` : ''}</div></li>`,
    )
    .join('')}</ul>${found.length ? '' : '<p>There are no issues to show.</p>'}${
    found.length > 5
      ? `<nav aria-label="Pagination">${page > 1 ? `<a href="${to({ page: String(page - 1) })}">Previous</a>` : ''}${page * 5 < found.length ? `<a rel="next" href="${to({ page: String(page + 1) })}">Next</a>` : ''}</nav>`
      : ''
  }`;
}

function issuePage({ name, issues }: Project, id: number): string {
  const one = issues.find((other) => other.id === id);
  if (!one) return '<h1>404</h1>';
  const at = `/acme/${name}/issues/${id}`;
  return `<aside class="side"><h3>Assignee</h3><p>${one.assignee ? PEOPLE[one.assignee] : 'None'}</p><button type="button" data-pop="edit-assignee" aria-label="Edit assignee">Edit</button><div id="edit-assignee" class="pop" hidden><form method="post" action="${at}/assignee"><select name="assignee" aria-label="Assignee"><option value="">Unassigned</option>${Object.entries(
    PEOPLE,
  )
    .map(([who, full]) => `<option value="${who}" ${one.assignee === who ? 'selected' : ''}>${full}</option>`)
    .join('')}</select><button>Apply</button></form></div>
<h3>Labels</h3><p>${one.labels.map((text) => `<span class="label">${text}</span>`).join(' ') || 'None'}</p><button type="button" data-pop="edit-labels" aria-label="Edit labels">Edit</button><div id="edit-labels" class="pop" hidden><form method="post" action="${at}/labels">${LABELS.map((text) => `<label><input type="checkbox" name="label" value="${text}" ${one.labels.includes(text) ? 'checked' : ''}> ${text}</label><br>`).join('')}<button>Apply</button></form></div>
<h3>Milestone</h3><p>${one.milestone || 'None'}</p></aside>
<p><span class="label">${one.isOpen ? 'Open' : 'Closed'}</span> Issue created ${day(one.day)} by ${PEOPLE[one.by]}</p><h1>${safe(one.title)} <small>#${id}</small></h1><h2>Activity</h2>${one.comments
    .map(
      (comment) =>
        `<article class="note"><b>${PEOPLE[comment.by]}</b> <span>@${comment.by}</span><p>${safe(comment.text)}</p></article>`,
    )
    .join('')}
<form method="post" action="${at}/comment"><textarea name="text" aria-label="Comment" placeholder="Write a comment or drag your files here…"></textarea><p><button>Comment</button> <button formaction="${at}/toggle">${one.isOpen ? 'Close' : 'Reopen'} issue</button></p></form>`;
}

function newIssue({ name, milestones: dates }: Project, problem: string): string {
  return `<h1>New issue</h1>${problem ? `<p role="alert">${problem}</p>` : ''}<form method="post" action="/acme/${name}/issues"><p><label>Title (required) <input name="title"></label></p><p><label>Description <textarea name="text"></textarea></label></p><p><label>Assignee <select name="assignee"><option value="">Unassigned</option>${Object.entries(
    PEOPLE,
  )
    .map(([who, full]) => `<option value="${who}">${full}</option>`)
    .join(
      '',
    )}</select></label></p><div>Labels <button type="button" data-pop="labels" aria-expanded="false">Select labels</button><div id="labels" class="pop" hidden>${LABELS.map((text) => `<label><input type="checkbox" name="label" value="${text}"> ${text}</label><br>`).join('')}</div></div><p><label>Milestone <select name="milestone"><option value="">No milestone</option>${dates.map(([text]) => `<option>${text}</option>`).join('')}</select></label></p><button>Create issue</button> <a href="/acme/${name}/issues">Cancel</a></form>`;
}

function mergeList({ name, merges }: Project, query: URLSearchParams): string {
  const state = query.get('state') ?? 'Open';
  const at = `/acme/${name}/merge_requests`;
  return `<h1>Merge requests</h1><p><a href="${at}">Open</a> <a href="${at}?state=Merged">Merged</a> <a href="${at}?state=Closed">Closed</a></p><ul>${merges
    .filter((one) => one.state === state)
    .map(
      (one) =>
        `<li><a href="${at}/${one.id}">${safe(one.title)}</a><div>!${one.id} · by ${PEOPLE[one.by]} · reviewer ${PEOPLE[one.reviewer]}${one.approved ? ' · Approved' : ''}</div></li>`,
    )
    .join('')}</ul>`;
}

function mergePage({ name, merges }: Project, id: number): string {
  const one = merges.find((other) => other.id === id);
  if (!one) return '<h1>404</h1>';
  return `<h1>${safe(one.title)}</h1><p>${one.state} · ${PEOPLE[one.by]} requested to merge</p><p>Reviewer: ${PEOPLE[one.reviewer]}</p><form method="post" action="/acme/${name}/merge_requests/${id}">${one.approved ? '<p>Approved by you</p>' : '<button>Approve</button>'}</form>`;
}

function commits({ name, commits: all }: Project, query: URLSearchParams): string {
  const page = Number(query.get('page') ?? 1);
  const shown = all.slice(page * 4 - 4, page * 4);
  const groups = Map.groupBy(shown, ([when]) => when);
  return `<h1>Commits</h1>${[...groups]
    .map(
      ([when, list]) =>
        `<h3>${day(when)}</h3><ul>${list.map(([, by, text]) => `<li><b>${safe(text)}</b><div>${PEOPLE[by]} authored</div></li>`).join('')}</ul>`,
    )
    .join(
      '',
    )}${page > 1 ? `<a href="/acme/${name}/commits?page=${page - 1}">Newer</a> ` : ''}${page * 4 < all.length ? `<a href="/acme/${name}/commits?page=${page + 1}">Older</a>` : ''}`;
}

function releases({ releases: all }: Project): string {
  return `<h1>Releases</h1>${all.map(([version, when, notes]) => `<section><h2>${version}</h2><p>Released ${day(when)}</p><p>${safe(notes)}</p></section>`).join('') || '<p>No releases yet.</p>'}`;
}

function milestones({ milestones: all }: Project): string {
  return `<h1>Milestones</h1>${all.map(([text, due]) => `<section><h2>${text}</h2><p>Due ${day(due)}</p></section>`).join('') || '<p>No milestones.</p>'}`;
}

function members({ name, members: all }: Project): string {
  return `<h1>Members</h1><button type="button" data-dialog="invite">Invite members</button><dialog id="invite"><form method="post" action="/acme/${name}/members"><h2>Invite members</h2><label>Username <input name="user" required></label><label>Select a role <select name="role"><option>Guest</option><option>Reporter</option><option>Developer</option><option>Maintainer</option></select></label><button>Invite</button> <button type="button" data-close>Cancel</button></form></dialog><table><tr><th>Account</th><th>Role</th></tr>${all.map(([who, role]) => `<tr><td>${PEOPLE[who]} @${who}</td><td>${role}</td></tr>`).join('')}</table>`;
}

function day(iso: string): string {
  return new Date(`${iso}T12:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
}
