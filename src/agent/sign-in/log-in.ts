import { click, tick } from '../actions/actions.ts';
import { setField } from '../actions/set-field.ts';
import { type Agent, DONE, failed, type Outcome, rest, see, stuck } from '../agent.ts';
import { isField, isPressable, keyOf, type UiElement } from '../observation/page-model.ts';
import { normalize } from '../words.ts';
import { answerQuestion } from './answer-question.ts';
import { standing } from './login-form.ts';
import { sendForm } from './send-form.ts';
import { NAME_AS_WORD } from './type-secret.ts';

const NO_LOGIN = 'the site asks for a login, and the task brought none: give it a credential';

/** Name and password into the fields for them, opening the form first where the page hides it behind a button. */
export async function logIn(agent: Agent, username: string, password: string): Promise<Outcome> {
  agent.journal.hide(password, '{{credential.password}}');
  agent.journal.hide(username, '{{credential.username}}', NAME_AS_WORD);
  if (username === '' && password === '') return pressLogIn(agent);
  for (let round = 0; round < 3; round += 1) {
    const scene = await see(agent);
    const secret =
      scene.model.elements.find((element) => isField(element) && element.type === 'password') ?? null;
    const name = nameField(scene.model.elements, secret);
    if (name && username !== '' && !(secret && name.node === secret.node)) {
      const put = await setField(agent, { scene, element: name }, username);
      if (!put.ok) return put;
      agent.filled.add(keyOf(name));
      if (!secret) {
        await sendForm(agent, await see(agent), name, 'log in');
        continue;
      }
    }
    if (secret && (lacks(secret, password) || (name && lacks(name, username))))
      return stuck('login_missing', NO_LOGIN);
    if (secret) {
      const now = await see(agent);
      const field =
        now.model.elements.find((element) => isField(element) && keyOf(element) === keyOf(secret)) ?? secret;
      const put = password === '' ? DONE : await setField(agent, { scene: now, element: field }, password);
      if (!put.ok) return put;
      await stayLoggedIn(agent);
      await sendForm(agent, await see(agent), field, 'log in');
      return answerQuestion(agent);
    }
    const opener = doorOn(scene.model.elements);
    if (!opener || !(await click(agent, scene, opener))) break;
  }
  return failed('there is no login form');
}

/** A try is not to be used up on an empty field. */
function lacks({ value }: UiElement, given: string): boolean {
  return given === '' && value === '';
}

/** The form may be filled in already, or stand behind the button; an empty one is not sent. */
async function pressLogIn(agent: Agent): Promise<Outcome> {
  if (await isFormEmpty(agent)) return stuck('login_missing', NO_LOGIN);
  const scene = await see(agent);
  if (standing(scene).at === 'inside') return DONE;
  const door = doorOn(scene.model.elements);
  if (!door || !(await click(agent, scene, door))) return failed('there is no login form');
  await rest(agent);
  return (await isFormEmpty(agent)) ? stuck('login_missing', NO_LOGIN) : DONE;
}

function doorOn(elements: readonly UiElement[]): UiElement | undefined {
  return elements.find(
    (one) => isPressable(one) && /^(?:log|sign)[\s-]*(?:in|on)\b|^login\b/u.test(normalize(one.name)),
  );
}

async function isFormEmpty(agent: Agent): Promise<boolean> {
  const { elements } = (await see(agent)).model;
  const secrets = elements.filter(
    (element) => element.type === 'password' && element.isVisible && isField(element),
  );
  return secrets.length > 0 && secrets.every(({ value }) => value === '');
}

/** "and stay logged in": the form has a box for that. */
async function stayLoggedIn(agent: Agent): Promise<void> {
  if (!STAYING.test(agent.instruction)) return;
  const scene = await see(agent);
  const box = scene.model.elements.find(
    ({ role, isDisabled, isChecked, name }) =>
      role === 'checkbox' && !isDisabled && isChecked === false && STAYING.test(name),
  );
  if (box) await tick(agent, scene, box, true);
}

const STAYING =
  /\b(?:stay(?:ing)?|keep(?:ing)?(?:\s+\p{L}+)?|remain(?:ing)?)\s+(?:logged|signed)[\s-]in\b|\bremember(?:ed)?\b(?:\s+(?:me|you|your|my|login|this))?/iu;

function nameField(elements: UiElement[], secret: UiElement | null): UiElement | null {
  const fields = elements.filter(
    (element) =>
      isField(element) &&
      element.isEditable &&
      element.type !== 'password' &&
      element.role !== 'searchbox' &&
      element.type !== 'search',
  );
  const named = fields.find(
    (element) =>
      element.autocomplete.includes('username') ||
      /\b(?:user|username|login|e-?mail|account)\b/u.test(
        normalize(`${element.name} ${element.placeholder} ${element.hints}`),
      ),
  );
  return named ?? fields.findLast((element) => secret !== null && element.node < secret.node) ?? null;
}
