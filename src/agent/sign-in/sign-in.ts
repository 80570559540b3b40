import { click } from '../actions/actions.ts';
import { clearOverlays } from '../actions/overlays.ts';
import { type Agent, DONE, failed, isSpent, type Outcome, rest, see, stuck } from '../agent.ts';
import type { UiElement } from '../observation/page-model.ts';
import { keyOf } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { answerQuestion } from './answer-question.ts';
import { chooseDelivery, deliveryChoice } from './choose-delivery.ts';
import { type LoginForm, standing } from './login-form.ts';
import { asksForCaptcha, ownerQuestion } from './owner-question.ts';
import { sendForm } from './send-form.ts';
import type { SiteLogin } from './site-login.ts';
import { typeSecret } from './type-secret.ts';

const MAX_TRIES = 2;
const MAX_DOORS = 3;
const WAIT_ROUNDS = 12;
/** Fewer characters than any page has that says something. */
const BLANK = 20;

/** Begins the reason when the site said no to the login. */
const REJECTED = 'the site did not accept the login';
/** Begins the reason when the site lets nobody in who solves no captcha; that says nothing about the login. */
const CAPTCHA_FIRST = 'the site wants a captcha solved before it lets anyone in';

/**
 * Signs in with the run's stored login: finds the form, or the way to it, fills it in, sends it and sees whether it
 * worked. Done when the site lets us in, has let us in before, or offers no way to sign in.
 */
export async function signIn(agent: Agent): Promise<Outcome> {
  const { login } = agent;
  if (!login) return DONE;
  for (let round = 0; round < MAX_DOORS && !isSpent(agent); round += 1) {
    if (round === 0) await clearOverlays(agent);
    const scene = await see(agent);
    const found = standing(scene);
    if (found.at === 'form') return present(agent, login, scene, found.form);
    if (found.at === 'inside') login.outcome ??= 'signed_in';
    if (found.at !== 'door') return DONE;
    if (!(await click(agent, scene, found.door))) return DONE;
    await rest(agent, 8_000);
  }
  return DONE;
}

/** Fills the form in and sends it; a form that asks for the name first comes back for the password. */
async function present(agent: Agent, login: SiteLogin, first: Scene, form: LoginForm): Promise<Outcome> {
  if (login.tries >= MAX_TRIES) return failed('the site asks to sign in again and again');
  login.tries += 1;
  let scene = first;
  let fields = form;
  if (fields.name) {
    const put = await typeSecret(
      agent,
      scene,
      fields.name,
      login.username.reveal(),
      '{{credential.username}}',
    );
    if (!put.ok) return put;
    agent.filled.add(keyOf(fields.name));
  }
  if (!fields.secret) {
    await sendForm(agent, await see(agent), fields.name, 'log in');
    const next = await untilPassword(agent);
    if (!next) return afterwards(agent, login, scene);
    ({ scene, fields } = next);
  } else scene = await see(agent);
  const secret = fields.secret && sameField(scene, fields.secret);
  if (!secret) return failed('the password field went away');
  const put = await typeSecret(agent, scene, secret, login.password.reveal(), '{{credential.password}}');
  if (!put.ok) return put;
  agent.filled.add(keyOf(secret));
  const before = await see(agent);
  await sendForm(agent, before, sameField(before, secret) ?? secret, 'log in');
  return afterwards(agent, login, before);
}

/** The second page of a login that asks for the name first. Null when something else came. */
async function untilPassword(agent: Agent): Promise<{ scene: Scene; fields: LoginForm } | null> {
  for (let wait = 0; wait < WAIT_ROUNDS; wait += 1) {
    const scene = await see(agent);
    const found = standing(scene);
    if (found.at === 'form' && found.form.secret) return { scene, fields: { ...found.form, name: null } };
    if (ownerQuestion(scene)) return null;
    await agent.clock.sleep(250, agent.signal);
    await rest(agent, 1_000);
  }
  return null;
}

function sameField({ model }: Scene, field: UiElement): UiElement | null {
  return (
    model.elements.find((element) => element.isVisible && keyOf(element) === keyOf(field)) ??
    model.elements.find(({ isVisible, type }) => isVisible && type === field.type && type === 'password') ??
    null
  );
}

/** Sees what the site made of it: let in, asked for a code, said no, or nothing at all. */
async function afterwards(agent: Agent, login: SiteLogin, before: Scene): Promise<Outcome> {
  let isSent = false;
  for (let wait = 0; wait < WAIT_ROUNDS; wait += 1) {
    const scene = await see(agent);
    const ways = isSent ? null : deliveryChoice(scene);
    if (ways) {
      isSent = true;
      await chooseDelivery(agent, scene, ways);
      continue;
    }
    if (ownerQuestion(scene)) {
      const answered = await answerQuestion(agent);
      if (!answered.ok) return ended(login, answered.code === 'login_rejected' ? 'rejected' : null, answered);
      await rest(agent, 5_000);
      continue;
    }
    const found = standing(scene);
    // A page that its script has yet to write says nothing about the login.
    const isBlank = found.at === 'nowhere' && scene.text.trim().length < BLANK && wait < WAIT_ROUNDS / 2;
    if (found.at === 'nowhere' && asksForCaptcha(scene.text))
      return ended(login, null, stuck('captcha', CAPTCHA_FIRST));
    if (found.at !== 'form' && !isBlank) return ended(login, 'signed_in', DONE);
    const complaint = complaintOf(agent, before, scene, wait > WAIT_ROUNDS / 2);
    if (complaint !== null && asksForCaptcha(complaint))
      return ended(login, null, stuck('captcha', `${CAPTCHA_FIRST}: ${complaint}`));
    if (complaint !== null && !NO.test(complaint) && (await showsCaptcha(agent)))
      return ended(login, null, stuck('captcha', CAPTCHA_FIRST));
    if (complaint !== null)
      return ended(login, 'rejected', stuck('login_rejected', `${REJECTED}${complaint && `: ${complaint}`}`));
    await agent.clock.sleep(250, agent.signal);
    await rest(agent, 1_000);
  }
  if (await showsCaptcha(agent)) return ended(login, null, stuck('captcha', CAPTCHA_FIRST));
  return failed('the login form stayed where it was');
}

/** A form that is guarded by one comes back without a word when it was sent without. */
async function showsCaptcha({ run }: Agent): Promise<boolean> {
  return (
    (await run.front
      .locator(CAPTCHA)
      .count()
      .catch(() => 0)) > 0
  );
}

/** Those that somebody has to solve; others watch unseen. */
const CAPTCHA = [
  ':is(.g-recaptcha, .h-captcha, .cf-turnstile):not([data-size="invisible"])',
  ':is(iframe, img)[src*="captcha" i]:not(.grecaptcha-badge *)',
  'input[name*="captcha" i]:not([type="hidden"])',
].join(', ');

function ended(login: SiteLogin, outcome: SiteLogin['outcome'], result: Outcome): Outcome {
  login.guard.isLockedDown = false;
  login.outcome = outcome ?? login.outcome;
  return result;
}

/** Why the form is still there, in the site's words: whatever it says now and did not say before. Null when nothing. */
function complaintOf(agent: Agent, before: Scene, after: Scene, isLate: boolean): string | null {
  const old = new Set(before.text.split('\n').map((line) => line.trim()));
  const fresh = after.text
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        line !== '' &&
        line.length < 300 &&
        !old.has(line) &&
        !/^(?:loading|please wait|signing in)\b/iu.test(line),
    );
  const status = agent.run.document?.status ?? 200;
  const isRefused = status >= 400 && status < 500;
  const no = fresh.find((line) => NO.test(line));
  const said = no ?? fresh[0] ?? '';
  // Words that do not say no may be those of a page at work; they count when it has had its time.
  return isRefused || no !== undefined || (isLate && fresh.length > 0)
    ? agent.journal.scrub(said).slice(0, 200)
    : null;
}

const NO =
  /\b(?:wrong|incorrect|invalid|not (?:recogni[sz]ed|valid|match|found|right)|fail(?:ed)?|denied|try again|does(?: not|n't) match|locked|too many|falsche?[ns]?|ung[uü]ltig\w*|incorrect[oe]?s?|err[oó]ne[oa]|inv[aá]lid[oae]|onjuist|errat[oa])\b/iu;
