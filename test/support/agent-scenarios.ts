/**
 * Interaction scenarios, from the design of the agent and from trackers of browser agents: what a model does is fixed, by
 * the names of the controls; the state of the page afterwards decides.
 */

/** `on` names a control as a person would; `that` is what else the act takes. */
export interface Deed {
  act:
    | 'click'
    | 'double'
    | 'right'
    | 'shift'
    | 'type'
    | 'append'
    | 'submit'
    | 'press'
    | 'select'
    | 'check'
    | 'hover'
    | 'drag'
    | 'scroll'
    | 'upload'
    | 'wait'
    | 'gone'
    | 'accept'
    | 'dismiss'
    | 'tab'
    | 'back'
    | 'open'
    | 'read'
    | 'look'
    | 'point';
  on?: string;
  that?: string;
  /** The page is changed by a script before this act, after the model has looked. */
  after?: string;
  /** It cannot work: reporting success anyway is a false report. */
  fails?: true;
  /** What its result, or the next view, must say. */
  says?: string;
}

export interface Scenario {
  name: string;
  page: string;
  deeds: Deed[];
  /** JavaScript, true on the page when the scenario worked. */
  proof?: string;
}

const log =
  '<p id=log style="min-height:2em"></p><script>const say = (text) => { log.textContent += text + ";"; };</script>';
const said = (text: string) => `log.textContent.includes(${JSON.stringify(text)})`;

export const SCENARIOS: Scenario[] = [
  {
    name: 'click a button',
    page: `${log}<button onclick="say('saved')">Save</button>`,
    deeds: [{ act: 'click', on: 'Save' }],
    proof: said('saved'),
  },
  {
    name: 'a real double click',
    page: `${log}<button ondblclick="say('twice')" onclick="say('once')">Rename</button>`,
    deeds: [{ act: 'double', on: 'Rename' }],
    proof: said('twice'),
  },
  {
    name: 'a right click',
    page: `${log}<button oncontextmenu="event.preventDefault(); say('menu')">File</button>`,
    deeds: [{ act: 'right', on: 'File' }],
    proof: said('menu'),
  },
  {
    name: 'a click with Shift',
    page: `${log}<button onclick="say(event.shiftKey ? 'range' : 'one')">Row 4</button>`,
    deeds: [{ act: 'shift', on: 'Row 4' }],
    proof: said('range'),
  },
  {
    name: 'a covered button is named as covered',
    page: `${log}<button onclick="say('paid')">Pay</button><div role=dialog aria-label="Cookies" style="position:fixed;inset:0;background:#fff">We use cookies <button onclick="this.parentNode.remove()">Accept</button></div>`,
    deeds: [
      { act: 'click', on: 'Pay', fails: true, says: 'Cookies' },
      { act: 'click', on: 'Accept' },
      { act: 'click', on: 'Pay' },
    ],
    proof: said('paid'),
  },
  {
    name: 'a disabled button is named as disabled',
    page: `${log}<button disabled onclick="say('sent')">Send</button>`,
    deeds: [{ act: 'click', on: 'Send', fails: true, says: 'disabled' }],
    proof: "log.textContent === ''",
  },
  {
    name: 'a removed button is gone',
    page: `${log}<div id=box><button onclick="say('old')">Old offer</button></div>`,
    deeds: [{ act: 'click', on: 'Old offer', after: "box.innerHTML = ''", fails: true }],
    proof: "log.textContent === ''",
  },
  {
    name: 'a button that is drawn anew is found again',
    page: `${log}<div id=box><button onclick="say('first')">Book</button></div>`,
    deeds: [
      {
        act: 'click',
        on: 'Book',
        after: `box.innerHTML = '<button onclick="say(\\'second\\')">Book</button>'`,
      },
    ],
    proof: said('second'),
  },
  {
    name: 'a click without effect is not called a success',
    page: `${log}<button>Dead</button>`,
    deeds: [{ act: 'click', on: 'Dead', fails: true }],
  },
  {
    name: 'type and submit',
    page: `${log}<form onsubmit="event.preventDefault(); say(q.value)"><input id=q aria-label="Search"></form>`,
    deeds: [{ act: 'submit', on: 'Search', that: 'kettle' }],
    proof: said('kettle'),
  },
  {
    name: 'type after what is there',
    page: `${log}<textarea aria-label="Note">one</textarea>`,
    deeds: [{ act: 'append', on: 'Note', that: ' two' }],
    proof: "document.querySelector('textarea').value === 'one two'",
  },
  {
    name: 'a field with a mask takes keys',
    page: `${log}<input aria-label="Phone" id=f><script>f.onkeydown = (event) => { if (/^\\d$/.test(event.key)) { event.preventDefault(); const digits = f.value.replace(/\\D/g, '') + event.key; f.value = digits.replace(/^(\\d{3})(\\d)/, '$1-$2'); } };</script>`,
    deeds: [{ act: 'type', on: 'Phone', that: '5550123' }],
    proof: "f.value === '555-0123'",
  },
  {
    name: 'a rich text field',
    page: `${log}<div contenteditable=true role=textbox aria-label="Message">Draft</div>`,
    deeds: [{ act: 'type', on: 'Message', that: 'Hello there' }],
    proof: "document.querySelector('[contenteditable]').textContent.trim() === 'Hello there'",
  },
  {
    name: 'a date field',
    page: '<label>Arrival <input type=date id=d></label>',
    deeds: [{ act: 'type', on: 'Arrival', that: '2027-03-09' }],
    proof: "d.value === '2027-03-09'",
  },
  {
    name: 'keys go to the page',
    page: `${log}<script>addEventListener('keydown', ({ key, ctrlKey }) => { if (key === 'k' && ctrlKey) say('palette'); });</script>`,
    deeds: [{ act: 'press', that: 'Control+k' }],
    proof: said('palette'),
  },
  {
    name: 'a native list',
    page: '<label>Size <select id=s><option>Small<option>Large</select></label>',
    deeds: [{ act: 'select', on: 'Size', that: 'Large' }],
    proof: "s.value === 'Large'",
  },
  {
    name: 'a list made by the page',
    page: `${log}<div role=combobox aria-expanded=false aria-label="Colour" tabindex=0 id=c onclick="list.hidden = false">Choose</div><ul role=listbox id=list hidden><li role=option onclick="c.textContent = 'Red'; list.hidden = true">Red<li role=option onclick="c.textContent = 'Blue'; list.hidden = true">Blue</ul>`,
    deeds: [
      { act: 'click', on: 'Colour' },
      { act: 'click', on: 'Blue' },
    ],
    proof: "c.textContent === 'Blue'",
  },
  {
    name: 'a box hidden behind its label',
    page: '<label style="display:block"><input type=checkbox id=b style="position:absolute;opacity:0;width:0;height:0"><span>I agree</span></label>',
    deeds: [{ act: 'check', on: 'I agree' }],
    proof: 'b.checked',
  },
  {
    name: 'a box that is not displayed, with a label elsewhere',
    page: '<input type=checkbox id=b style="display:none"><p><label for=b>Newsletter</label></p>',
    deeds: [{ act: 'check', on: 'Newsletter' }],
    proof: 'b.checked',
  },
  {
    name: 'a menu that opens under the mouse',
    page: `${log}<style>#m ul{display:none}#m:hover ul{display:block}</style><div id=m><a href="#x">Products</a><ul><li><a href="#kettles" onclick="say('kettles')">Kettles</a></ul></div>`,
    deeds: [
      { act: 'hover', on: 'Products' },
      { act: 'click', on: 'Kettles' },
    ],
    proof: said('kettles'),
  },
  {
    name: 'drag and drop',
    page: `${log}<button id=a draggable=true ondragstart="event.dataTransfer.setData('text', 'a')">Card A</button><button id=z style="display:block;width:200px;height:80px" ondragover="event.preventDefault()" ondrop="say('dropped ' + event.dataTransfer.getData('text'))">Done column</button>`,
    deeds: [{ act: 'drag', on: 'Card A', that: 'Done column' }],
    proof: said('dropped a'),
  },
  {
    name: 'a drag with the mouse alone',
    page: `${log}<button id=h style="position:absolute;left:20px;top:100px">Handle</button><button style="position:absolute;left:300px;top:100px">Target</button><script>h.onmousedown = () => { onmousemove = ({ clientX }) => { h.style.left = clientX - 20 + 'px'; }; onmouseup = () => { onmousemove = null; say(h.offsetLeft > 200 ? 'moved' : 'near'); }; };</script>`,
    deeds: [{ act: 'drag', on: 'Handle', that: 'Target' }],
    proof: said('moved'),
  },
  {
    name: 'scroll a container',
    page: `<div id=box style="height:100px;overflow:auto" aria-label="Messages" role=log tabindex=0>${Array.from({ length: 40 }, (_, at) => `<p><a href="#${at}">Message ${at}</a></p>`).join('')}</div>`,
    deeds: [{ act: 'scroll', on: 'Message 1' }],
    proof: 'box.scrollTop > 50',
  },
  {
    name: 'a link that an inner scroller has scrolled out',
    page: `<div style="height:80px;overflow:auto">${Array.from({ length: 40 }, (_, at) => `<p><a href="#item${at}">Item ${at}.</a></p>`).join('')}</div>`,
    deeds: [{ act: 'click', on: 'Item 33.' }],
    proof: "location.hash === '#item33'",
  },
  {
    name: 'a file field',
    page: '<label>Document <input type=file id=f></label>',
    deeds: [{ act: 'upload', on: 'Document' }],
    proof: "f.files[0]?.name === 'notes.txt'",
  },
  {
    name: 'a button that opens the file chooser',
    page: '<input type=file id=f style="display:none"><button onclick="f.click()">Attach</button>',
    deeds: [{ act: 'upload', on: 'Attach' }],
    proof: "f.files[0]?.name === 'notes.txt'",
  },
  {
    name: 'wait for a text',
    page: `${log}<button onclick="this.textContent = 'Working'; setTimeout(() => say('ready now'), 1500)">Start</button>`,
    deeds: [
      { act: 'click', on: 'Start' },
      { act: 'wait', that: 'ready now' },
    ],
    proof: said('ready now'),
  },
  {
    name: 'wait until a text is gone',
    page: '<p id=p>Loading list</p><script>setTimeout(() => p.remove(), 1500)</script>',
    deeds: [{ act: 'gone', that: 'Loading list' }],
    proof: "!document.getElementById('p')",
  },
  {
    name: 'accept a confirm',
    page: `${log}<button onclick="if (confirm('Delete it?')) say('deleted')">Delete</button>`,
    deeds: [{ act: 'click', on: 'Delete', says: 'Delete it?' }, { act: 'accept' }],
    proof: said('deleted'),
  },
  {
    name: 'dismiss a confirm',
    page: `${log}<button onclick="say(confirm('Leave?') ? 'left' : 'stayed')">Leave</button>`,
    deeds: [{ act: 'click', on: 'Leave' }, { act: 'dismiss' }],
    proof: said('stayed'),
  },
  {
    name: 'answer a prompt',
    page: `${log}<button onclick="say(prompt('New name?'))">Rename</button>`,
    deeds: [
      { act: 'click', on: 'Rename', says: 'New name?' },
      { act: 'accept', that: 'Zed' },
    ],
    proof: said('Zed'),
  },
  {
    name: 'a new tab and back',
    page: '<a href="/second" target=_blank>Details</a>',
    deeds: [
      { act: 'click', on: 'Details' },
      { act: 'look', says: 'Second page' },
      { act: 'tab', that: '0' },
      { act: 'look', says: 'Details' },
    ],
  },
  {
    name: 'a closed shadow root',
    page: `${log}<div id=h></div><script>const r = h.attachShadow({ mode: 'closed' }); r.innerHTML = '<button>Inside</button>'; r.firstChild.onclick = () => say('inside');</script>`,
    deeds: [{ act: 'click', on: 'Inside' }],
    proof: said('inside'),
  },
  {
    name: 'a frame of another origin',
    page: `${log}<iframe src="FOREIGN/frame" title="Payment"></iframe><script>onmessage = ({ data }) => say(data);</script>`,
    deeds: [{ act: 'click', on: 'Pay in frame' }],
    proof: said('frame paid'),
  },
  {
    name: 'a delegated listener',
    page: `${log}<div id=list><div class=entry>Alpha</div><div class=entry>Beta</div></div><script>document.addEventListener('click', (event) => { const one = event.target.closest('.entry'); if (one) say('open ' + one.textContent); });</script>`,
    deeds: [{ act: 'click', on: 'Beta' }],
    proof: said('open Beta'),
  },
  {
    name: 'an area of an image map',
    page: `<img usemap="#m" width=200 height=100 alt="Plan" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="><map name=m><area href="#north" coords="0,0,100,100" alt="North hall"><area href="#south" coords="100,0,200,100" alt="South hall"></map>`,
    deeds: [{ act: 'click', on: 'South hall' }],
    proof: "location.hash === '#south'",
  },
  {
    name: 'an icon button without a name, by its row',
    page: `${log}<table><tr><td>Kettle<td><button onclick="say('del kettle')"><svg width=9 height=9></svg></button><tr><td>Teapot<td><button onclick="say('del teapot')"><svg width=9 height=9></svg></button></table>`,
    deeds: [{ act: 'click', on: 'Teapot' }],
    proof: said('del teapot'),
  },
  {
    name: 'a field error is reported',
    page: '<form><label>Mail <input type=email required id=m></label><button>Send</button></form>',
    deeds: [
      { act: 'type', on: 'Mail', that: 'nobody' },
      { act: 'click', on: 'Send' },
      { act: 'look', says: '@' },
    ],
  },
  {
    name: 'a failed request is reported',
    page: `<button onclick="fetch('/missing', { method: 'POST' })">Store</button>`,
    deeds: [{ act: 'click', on: 'Store', says: '404' }],
  },
  {
    name: 'the text of a PDF',
    page: '<a href="/paper.pdf">Paper</a>',
    deeds: [
      { act: 'open', that: '/paper.pdf' },
      { act: 'read', says: 'kettle is 58' },
    ],
  },
  {
    name: 'a moving button',
    page: `${log}<style>@keyframes m{to{transform:translateX(120px)}}button{animation:m 3s infinite alternate linear}</style><button onclick="say('caught')">Catch</button>`,
    deeds: [{ act: 'click', on: 'Catch' }],
    proof: said('caught'),
  },
  {
    name: 'a drawing',
    page: `${log}<canvas id=c width=300 height=200 style="border:1px solid"></canvas><script>c.onclick = ({ offsetX, offsetY }) => say(offsetX > 150 && offsetY > 100 ? 'corner' : 'elsewhere');</script>`,
    deeds: [{ act: 'point', on: '#c', that: '250,220' }],
    proof: said('corner'),
  },
];
