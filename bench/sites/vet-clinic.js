/* The pages of the practice: routes behind the hash, everything drawn here after a moment. */
const app = document.querySelector('#app');
const html = (text) => {
  const template = document.createElement('template');
  template.innerHTML = text.trim();
  return template.content.firstElementChild;
};
const pages = {
  '': () =>
    html(
      '<section><h1>Paws &amp; Co</h1><p>A small practice for small animals.</p><button id="book">Book a visit</button></section>',
    ),
  clients: () => clientForm(),
  shelter: () => giftForm(),
  pharmacy: () => medicineForm(),
  boarding: () =>
    html(
      '<section><h1>Boarding</h1><p>A warm basket while you are away.</p><iframe src="/boarding-form" title="Boarding request" width="500" height="650"></iframe></section>',
    ),
  letters: () => letterForm(),
};

function draw() {
  const name = location.hash.replace('#/', '');
  app.replaceChildren(
    html(
      '<header><strong>Paws &amp; Co</strong> <nav><a href="#/">Home</a> <a href="#/clients">New clients</a> <a href="#/pharmacy">Pharmacy</a> <a href="#/boarding">Boarding</a> <a href="#/shelter">Support the shelter</a> <a href="#/letters">Newsletters</a></nav></header>',
    ),
    (pages[name] ?? pages[''])(),
  );
  document.querySelector('#book')?.addEventListener('click', openVisit);
}
addEventListener('hashchange', () => setTimeout(draw, 60));
setTimeout(draw, 120);

async function send(store, values, form, done) {
  const response = await fetch(`/api/${store}`, { method: 'POST', body: new URLSearchParams(values) });
  const data = await response.json();
  for (const old of form.querySelectorAll('.wrong')) old.remove();
  if (response.ok) return done();
  const where = form.querySelector(`[name="${data.field}"]`) ?? form.lastElementChild;
  where.insertAdjacentElement('afterend', html(`<span class="wrong"> ${data.message}</span>`));
}

const thank = (text) => app.querySelector('section').replaceChildren(html(`<h1>${text}</h1>`));

function simpleForm(title, store, inner, label, thanks) {
  const section = html(
    `<section><h1>${title}</h1><form novalidate>${inner}<p><button>${label}</button></p></form></section>`,
  );
  const form = section.querySelector('form');
  form.onsubmit = (event) => {
    event.preventDefault();
    void send(store, Object.fromEntries(new FormData(form)), form, () => thank(thanks));
  };
  return section;
}

const field = (name, label, type = 'text', rest = '') =>
  `<p><label>${label}<br><input name="${name}" type="${type}" ${rest}></label></p>`;

function clientForm() {
  return simpleForm(
    'Become a client',
    'clients',
    `${field('first', 'Given name *')}${field('last', 'Family name *')}${field('born', 'Date of birth *', 'date')}<fieldset><legend>Address</legend>${field('line', 'House number and street *')}${field('town', 'Town *')}<p>Postcode * <input name="out" aria-label="Postcode, first part" maxlength="4" size="4"> <input name="in" aria-label="Postcode, second part" maxlength="3" size="3"></p></fieldset>${field('mobile', 'Mobile *', 'tel')}${field('email', 'Email *', 'email')}<fieldset><legend>How shall we remind you? *</legend><label><input type="radio" name="contact" value="email"> Email</label> <label><input type="radio" name="contact" value="text"> Text message</label> <label><input type="radio" name="contact" value="post"> Letter</label></fieldset><p><label><input type="checkbox" name="privacy"> I have read and agree to the privacy policy *</label></p><p><label><input type="checkbox" name="offers"> Send me offers from partners</label></p>`,
    'Create my record',
    'Welcome to the practice!',
  );
}

function giftForm() {
  return simpleForm(
    'Support the shelter',
    'gifts',
    `${field('amount', 'Your gift in €', 'text', 'inputmode="decimal"')}<fieldset><legend>How often?</legend><label><input type="radio" name="rhythm" value="once" checked> Just once</label> <label><input type="radio" name="rhythm" value="monthly"> Every month</label></fieldset><fieldset><legend>Card</legend>${field('card', 'Card number', 'text', 'autocomplete="cc-number"')}${field('expiry', 'Expires', 'text', 'placeholder="MM/YY" autocomplete="cc-exp" maxlength="5"')}${field('cvc', 'CVC', 'text', 'autocomplete="cc-csc" maxlength="4"')}${field('holder', 'Name on card', 'text', 'autocomplete="cc-name"')}</fieldset>${field('email', 'Email for the receipt', 'email')}`,
    'Give',
    'Thank you from all of us, wagging.',
  );
}

function medicineForm() {
  const section = simpleForm(
    'Repeat prescriptions',
    'medicines',
    `<p><label>Medicine <select name="medicine"><option value="">Please choose</option><option>Frontline</option><option>Metacam</option><option>Milbemax</option></select></label></p><p>Boxes <button type="button" data-by="-1" aria-label="One less">−</button> <input name="boxes" aria-label="Boxes" value="1" readonly size="2"> <button type="button" data-by="1" aria-label="One more">+</button></p>${field('pet', 'For which animal?')}${field('owner', 'Your name')}${field('email', 'Email', 'email')}<fieldset><legend>How do you want to get it?</legend><label><input type="radio" name="way" value="collect" checked> I collect it</label> <label><input type="radio" name="way" value="post"> Send it by post</label></fieldset><p id="where" hidden><label>Delivery address<br><textarea name="address" rows="3"></textarea></label></p>`,
    'Order medicine',
    'We are packing it.',
  );
  const boxes = section.querySelector('[name=boxes]');
  for (const button of section.querySelectorAll('[data-by]'))
    button.onclick = () => {
      boxes.value = String(Math.max(1, Number(boxes.value) + Number(button.dataset.by)));
    };
  for (const radio of section.querySelectorAll('[name=way]'))
    radio.onchange = () => {
      section.querySelector('#where').hidden = radio.value !== 'post';
    };
  return section;
}

function letterForm() {
  return simpleForm(
    'Newsletters',
    'letters',
    `<fieldset><legend>Which ones?</legend><p><label><input type="checkbox" name="puppy"> Puppy school</label></p><p><label><input type="checkbox" name="nutrition"> Nutrition</label></p><p><label><input type="checkbox" name="senior"> Senior pets</label></p><p><label><input type="checkbox" name="offers" checked> Shop offers</label></p></fieldset>${field('name', 'First name (optional)')}${field('email', 'Email', 'email')}`,
    'Subscribe',
    'You are on the list.',
  );
}

/** A visit: three steps in a dialog, with drawn cards, a drawn list, a calendar and times. */
function openVisit() {
  const values = {};
  const dialog = html('<dialog aria-label="Book a visit"></dialog>');
  document.body.append(dialog);
  dialog.showModal();
  const step = (title, ...parts) => {
    const form = html('<form method="dialog"></form>');
    form.onsubmit = (event) => event.preventDefault();
    form.append(html(`<h2>${title}</h2>`), ...parts);
    dialog.replaceChildren(form);
    return form;
  };
  const button = (text, act) => {
    const made = html(`<button type="button">${text}</button>`);
    made.onclick = act;
    return made;
  };
  const wrong = (form, text) => {
    form.querySelector('.wrong')?.remove();
    form.append(html(`<p class="wrong" role="alert">${text}</p>`));
  };

  function who() {
    const cards = html('<div class="cards" role="radiogroup" aria-label="Animal"></div>');
    for (const kind of ['Dog', 'Cat', 'Rabbit', 'Bird']) {
      const card = html(
        `<div role="radio" tabindex="0" aria-checked="${values.kind === kind}">${kind}</div>`,
      );
      card.onclick = () => {
        values.kind = kind;
        for (const other of cards.children) other.setAttribute('aria-checked', String(other === card));
      };
      cards.append(card);
    }
    const pick = html(
      `<div><span id="why">Reason for your visit</span><div class="pick" role="combobox" tabindex="0" aria-labelledby="why" aria-expanded="false" aria-haspopup="listbox">${values.reason ?? 'Select…'}</div><ul role="listbox" hidden></ul></div>`,
    );
    const [box, list] = [pick.querySelector('.pick'), pick.querySelector('ul')];
    const toggle = (open) => {
      list.hidden = !open;
      box.setAttribute('aria-expanded', String(open));
    };
    box.onclick = () => toggle(list.hidden);
    for (const reason of ['Check-up', 'Vaccination', 'Dental care', 'Injury', 'Something else']) {
      const option = html(`<li role="option">${reason}</li>`);
      option.onclick = () => {
        values.reason = reason;
        box.textContent = reason;
        toggle(false);
      };
      list.append(option);
    }
    const form = step(
      'Who is coming?',
      cards,
      html(`<p><label>Pet’s name<br><input name="pet" value="${values.pet ?? ''}"></label></p>`),
      pick,
      button('Next', () => {
        values.pet = form.querySelector('[name=pet]').value;
        if (!values.kind) return wrong(form, 'Please choose the kind of animal.');
        if (!values.pet) return wrong(form, 'Please tell us the name of your pet.');
        if (!values.reason) return wrong(form, 'Please choose a reason.');
        when();
      }),
    );
  }

  const shown = new Date();
  shown.setDate(1);
  function when() {
    const name = shown.toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
    const head = html(
      `<div><button type="button" aria-label="Previous month">‹</button> <strong>${name}</strong> <button type="button" aria-label="Next month">›</button></div>`,
    );
    const [back, on] = head.querySelectorAll('button');
    back.onclick = () => move(-1);
    on.onclick = () => move(1);
    const grid = html('<div class="grid"></div>');
    const first = (new Date(shown.getFullYear(), shown.getMonth(), 1).getDay() + 6) % 7;
    for (let blank = 0; blank < first; blank++) grid.append(html('<span></span>'));
    const last = new Date(shown.getFullYear(), shown.getMonth() + 1, 0).getDate();
    for (let day = 1; day <= last; day++) {
      const weekday = new Date(shown.getFullYear(), shown.getMonth(), day).getDay();
      const iso = `${shown.getFullYear()}-${String(shown.getMonth() + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      const cell = html(`<button type="button"${weekday % 6 === 0 ? ' disabled' : ''}>${day}</button>`);
      if (values.day === iso) cell.style.background = '#cde';
      cell.onclick = () => {
        values.day = iso;
        delete values.time;
        when();
      };
      grid.append(cell);
    }
    const slots = html('<div class="slots"></div>');
    if (values.day)
      for (const time of ['09:00', '09:45', '10:30', '11:00', '11:30', '14:15', '15:00', '16:30']) {
        const slot = html(
          `<button type="button" class="${values.time === time ? 'on' : ''}">${time}</button>`,
        );
        slot.onclick = () => {
          values.time = time;
          when();
        };
        slots.append(slot);
      }
    const form = step(
      'When?',
      head,
      grid,
      slots,
      button('Back', who),
      button('Next', () => {
        if (!values.day || !values.time) return wrong(form, 'Please pick a day and a time.');
        owner();
      }),
    );
  }
  function move(by) {
    shown.setMonth(shown.getMonth() + by);
    when();
  }

  function owner() {
    const form = step(
      'How do we reach you?',
      html(
        `<div>${field('owner', 'Your name')}${field('phone', 'Phone', 'tel')}${field('email', 'Email', 'email')}<p><label>Remarks (optional)<br><textarea name="remarks"></textarea></label></p></div>`,
      ),
      button('Back', when),
      button('Next', () => {
        Object.assign(values, Object.fromEntries(new FormData(form)));
        if (!values.owner) return wrong(form, 'Your name is needed.');
        if (!values.phone) return wrong(form, 'A phone number is needed.');
        if (!values.email) return wrong(form, 'An email is needed.');
        review();
      }),
    );
  }

  function review() {
    const rows = Object.entries(values)
      .map(([key, value]) => `<tr><th>${key}</th><td>${value}</td></tr>`)
      .join('');
    const form = step(
      'Please check',
      html(`<table>${rows}</table>`),
      button('Back', owner),
      button('Confirm visit', () =>
        send('visits', values, form, () => {
          dialog.replaceChildren(html('<p>All set, see you soon!</p>'));
        }),
      ),
    );
  }
  who();
}
