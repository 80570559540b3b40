// Every form of these pages is sent as JSON, with the token that proves that the page is ours.
const csrf = document.querySelector('meta[name="csrf"]')?.content;

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const { post, method, then, question } = form.dataset;
  if (question && !window.confirm(question)) return;
  const alert = form.querySelector('[role="alert"]') ?? document.querySelector('[role="alert"]');
  const button = form.querySelector('button');
  if (alert) alert.textContent = '';
  button.disabled = true;
  try {
    const response = await fetch(post, {
      method: method ?? 'POST',
      headers: { 'content-type': 'application/json', ...(csrf ? { 'x-csrf-token': csrf } : {}) },
      body: JSON.stringify(fields(form)),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error.message);
    if (then) return window.location.assign(then === 'url' ? answer.url : then);
    const done = form.querySelector('.done');
    done.hidden = false;
  } catch (error) {
    if (alert) alert.textContent = error.message;
  }
  button.disabled = false;
});

function fields(form) {
  const values = {};
  for (const input of form.querySelectorAll('input')) {
    if (!input.name || input.value === '' || (input.type === 'checkbox' && !input.checked)) continue;
    values[input.name] = input.type === 'number' ? Number(input.value) : input.value;
  }
  return values;
}
