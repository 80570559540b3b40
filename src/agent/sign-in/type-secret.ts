import type { ElementHandle, Frame } from 'playwright-core';
import { isOnSite } from '../../platform/net/own-site.ts';
import { type Placeholder, typeText } from '../actions/actions.ts';
import { type Agent, DONE, failed, type Outcome, stuck } from '../agent.ts';
import type { UiElement } from '../observation/page-model.ts';
import { labelOf } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import type { SiteLogin } from './site-login.ts';

/** Names are often ordinary words: shorter ones are hidden only where they stand alone. */
export const NAME_AS_WORD = 6;

/** Types a secret into a field of the login's own site; anywhere else it is refused, whatever the page says. */
export async function typeSecret(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  secret: string,
  placeholder: Placeholder,
): Promise<Outcome> {
  const checked = await mayFill(agent, scene, element);
  if (!checked.ok) return checked;
  await agent.login?.guard.raise(agent.run.front);
  agent.journal.hide(
    secret,
    placeholder,
    placeholder === '{{credential.username}}' ? NAME_AS_WORD : undefined,
  );
  return (await typeText(agent, scene, element, secret, placeholder))
    ? DONE
    : failed(`nothing could be typed into "${labelOf(element)}"`);
}

/** Whether the run's secrets may go into this field. Without a stored login there is no site to hold them to. */
export async function mayFill({ login }: Agent, scene: Scene, element: UiElement): Promise<Outcome> {
  const live = await scene.live(element);
  if (!live) return failed(`"${labelOf(element)}" is gone`);
  const problem = login && (await whyNot(login, scene.frameOf(element), live));
  return problem
    ? stuck('credential_off_site', `the login is asked for outside its own site: ${problem}`)
    : DONE;
}

/** The page, every frame around the field, the field itself and where its form goes: all must be the site's. */
async function whyNot(
  login: SiteLogin,
  frame: Frame,
  live: ElementHandle<HTMLElement>,
): Promise<string | null> {
  for (let at: Frame | null = frame; at; at = at.parentFrame()) {
    if (!isOnSite(at.url(), login)) return `${hostOf(at.url())} is not ${login.domain}`;
  }
  if (!(await live.isVisible().catch(() => false))) return 'the field is not to be seen';
  const action = await live.evaluate(formAction).catch(() => null);
  if (action === null || !URL.canParse(action, frame.url())) return null;
  const target = new URL(action, frame.url());
  const isWeb = target.protocol === 'http:' || target.protocol === 'https:';
  return isWeb && !isOnSite(target.href, login)
    ? `its form goes to ${target.host}, not ${login.domain}`
    : null;
}

/** Runs in the page. What it says is not believed alone: the guard watches what really leaves. */
function formAction(node: HTMLElement): string | null {
  const form = node.closest('form');
  const button = form?.querySelector('button[formaction], input[formaction]');
  return button?.getAttribute('formaction') ?? form?.getAttribute('action') ?? null;
}

function hostOf(url: string): string {
  return (URL.canParse(url) && new URL(url).host) || 'a page without an address';
}
