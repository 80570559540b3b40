import type { PageModel, UiElement } from '../observation/page-model.ts';
import { isField } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { normalize } from '../words.ts';

/** The fields of a login: both at once, or one after the other. */
export interface LoginForm {
  name: UiElement | null;
  secret: UiElement | null;
}

/** Where somebody who wants to sign in stands: before the form, before the way to it, inside already, or who knows. */
export type Standing =
  | { at: 'form'; form: LoginForm }
  | { at: 'door'; door: UiElement }
  | { at: 'inside' | 'nowhere' };

export function standing(scene: Pick<Scene, 'model'>): Standing {
  const { model } = scene;
  const form = loginForm(model);
  const isInside = model.elements.some((element) => element.isClickable && OUT.test(normalize(element.name)));
  if (isInside && !isLoginPage(model)) return { at: 'inside' };
  if (form) return { at: 'form', form };
  const door = model.elements.find(
    (element) =>
      element.isVisible &&
      element.isClickable &&
      !element.isEditable &&
      !element.isDisabled &&
      IN.test(normalize(element.name)) &&
      element.name.length < 40,
  );
  return door ? { at: 'door', door } : { at: 'nowhere' };
}

/** A form that stands before the content, rather than beside it. */
export function isWall(scene: Pick<Scene, 'model' | 'text'>): boolean {
  const found = standing(scene);
  if (found.at !== 'form') return false;
  const isAside = (found.form.secret ?? found.form.name)?.isFraming ?? false;
  return isLoginPage(scene.model) || (!isAside && DEMAND.test(scene.text.slice(0, 4_000)));
}

function loginForm(model: PageModel): LoginForm | null {
  const fields = model.elements.filter(
    (element) => isField(element) && element.isEditable && !element.isReadonly,
  );
  const secrets = fields.filter(
    ({ type, autocomplete }) => type === 'password' && !autocomplete.includes('new-password'),
  );
  const [secret = null] = secrets;
  // Two passwords are a new one and its repetition.
  if (secrets.length > 1 && secrets.filter(({ frame }) => frame === secret?.frame).length > 1) return null;
  const name = nameField(fields, secret);
  if (secret) return { name, secret };
  return name && isLoginPage(model) ? { name, secret: null } : null;
}

function nameField(fields: UiElement[], secret: UiElement | null): UiElement | null {
  const texts = fields.filter(
    ({ type, role, tag, frame }) =>
      tag === 'input' &&
      ['', 'text', 'email', 'tel', 'username'].includes(type) &&
      role !== 'searchbox' &&
      role !== 'combobox' &&
      (secret === null || frame === secret.frame),
  );
  const stated = texts.filter(
    (element) =>
      /\b(?:username|webauthn)\b/u.test(element.autocomplete) ||
      NAME.test(normalize(`${element.name} ${element.placeholder} ${element.hints}`)),
  );
  if (secret === null) return stated[0] ?? null;
  const before = (pool: UiElement[]) =>
    pool.findLast(({ node }) => node < secret.node && secret.node - node < 60) ?? null;
  return before(stated) ?? before(texts);
}

function isLoginPage(model: PageModel): boolean {
  const path = URL.canParse(model.url) ? new URL(model.url).pathname : '';
  const heading = model.elements.find(({ tag, isVisible }) => tag === 'h1' && isVisible)?.name ?? '';
  return isLoginPath(path) || TITLE.test(normalize(model.title)) || TITLE.test(normalize(heading));
}

/** An address that is there for signing in. */
export function isLoginPath(path: string): boolean {
  return /(?:^|[/_.-])(?:log-?_?in|sign-?_?in|signin|logon|signon|sso|auth(?:enticate)?|oauth2?|sessions?\/new|anmelden|connexion|inloggen)(?:[/_.?-]|$)/i.test(
    path,
  );
}

const NAME =
  /\b(?:user|username|user name|login|e-?mail|account|identifier|member|customer|benutzer\w*|nutzername|identifiant|usuario|correo|utente|gebruiker\w*)\b|ユーザー|メール|логин/u;
const IN =
  /^(?:log|sign)[\s-]*(?:in|on)\b|^log-?in\b|^anmelden\b|^einloggen\b|^(?:se )?conne(?:cter|xion)\b|^s'identifier\b|^iniciar sesi[oó]n\b|^acceder\b|^inloggen\b|^accedi\b|^entrar\b|^logga in\b|^zaloguj\b|^войти\b|^ログイン|^登录/u;
const OUT =
  /^(?:log|sign)[\s-]*(?:out|off)\b|^logout\b|^abmelden\b|^ausloggen\b|^(?:se )?d[eé]conne(?:cter|xion)\b|^cerrar sesi[oó]n\b|^uitloggen\b|^esci\b|^sair\b|^logga ut\b|^wyloguj\b|^выйти\b|^ログアウト|^退出/u;
const TITLE =
  /\b(?:log ?-?in|sign ?-?in|log ?on|login|anmeld(?:en|ung)|einloggen|connexion|iniciar sesi[oó]n|inloggen|accedi)\b|ログイン|登录|вход/u;
const DEMAND =
  /\b(?:please (?:log|sign) ?-?in|you (?:must|need to|have to) (?:be )?(?:log|sign)(?:ged|ned)? ?-?in|(?:log|sign) ?-?in (?:to|is required|required)|members only|authentication (?:is )?required)\b/iu;
