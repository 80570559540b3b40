import type { UiElement } from '../observation/page-model.ts';
import { isField } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { normalize } from '../words.ts';
import { standing } from './login-form.ts';
import { codeFields } from './one-time-code.ts';

/** What a site wants of its owner after name and password. Without fields it waits for something done elsewhere. */
export interface OwnerQuestion {
  kind: 'otp' | 'text' | 'confirm';
  fields: UiElement[];
}

/** Longer pages are content, whatever words they hold. */
const LONGEST = 3_000;

/**
 * The second question of a login: a code, the answer to a security question, a link in the mail, a tap on the phone.
 * To be asked only where the login was just sent: elsewhere the same words may mean something else. Never a captcha.
 */
export function ownerQuestion(scene: Pick<Scene, 'model' | 'text'>): OwnerQuestion | null {
  const { model, text } = scene;
  if (text.length > LONGEST || asksForCaptcha(text)) return null;
  const stated = codeFields(scene);
  if (stated.length > 0) return { kind: 'otp', fields: stated };
  if (standing(scene).at === 'form' || standing(scene).at === 'inside') return null;
  const fields = model.elements.filter((element) => isField(element) && isForWords(element));
  const boxes = fields.filter(({ maxLength }) => maxLength === 1);
  if (boxes.length >= 4 && boxes.length <= 8 && CODE.test(text)) return { kind: 'otp', fields: boxes };
  const [field] = fields;
  if (field && fields.length === 1) {
    const label = normalize(`${field.name} ${field.placeholder}`);
    if (SECURITY_QUESTION.test(text)) return { kind: 'text', fields };
    return CODE.test(text) && !BARGAIN.test(label) ? { kind: 'otp', fields } : null;
  }
  if (field) return null;
  if (LINK.test(text)) return { kind: 'text', fields: [] };
  return APPROVAL.test(text) ? { kind: 'confirm', fields: [] } : null;
}

/** What no owner is asked for, and nobody solves here. */
export function asksForCaptcha(text: string): boolean {
  return text.length <= LONGEST && CAPTCHA.test(text.replaceAll(CAPTCHA_NOTICE, ''));
}

/** The site's own words for it: heading, explanation, complaint and question, without the names of its buttons. */
export function promptOf(
  { model, text }: Pick<Scene, 'model' | 'text'>,
  field: UiElement | undefined,
): string {
  const buttons = model.elements
    .filter((one) => one.isClickable && !isField(one))
    .map(({ name }) => name.trim())
    .filter((name) => name !== '');
  const lines = text
    .split('\n')
    .map((line) => withoutEnd(line.trim(), buttons))
    .filter((line) => line !== '' && line.length < 300);
  const telling = lines.filter((line) => TELLING.test(line) || line.endsWith('?'));
  const words = asSentences((telling.length > 0 ? telling : lines).slice(0, 3));
  const label = field?.name.trim() ?? '';
  const isMissing = label.endsWith('?') && !words.includes(label);
  return `${words || label || model.title}${isMissing ? ` ${label}` : ''}`
    .replaceAll(/\p{C}+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .slice(0, 400);
}

/** A heading has no stop of its own. */
function asSentences(lines: string[]): string {
  return lines
    .map((line, at) => (at < lines.length - 1 && /[\p{L}\p{N}]$/u.test(line) ? `${line}.` : line))
    .join(' ');
}

/** A button may stand on the line of the text before it. */
function withoutEnd(line: string, buttons: string[]): string {
  const button = buttons.find((name) => line.endsWith(name));
  return button === undefined ? line : line.slice(0, -button.length).trim();
}

function isForWords({ isEditable, isReadonly, isVisible, type, role, tag }: UiElement): boolean {
  return (
    isEditable &&
    !isReadonly &&
    isVisible &&
    tag === 'input' &&
    role !== 'searchbox' &&
    ['', 'text', 'tel', 'number', 'password'].includes(type)
  );
}

const CAPTCHA =
  /captcha|not a robot|you are (?:a )?human|(?:characters|letters|text) (?:you see|shown|in the (?:picture|image))/iu;
/** What stands below forms that are guarded unseen. */
const CAPTCHA_NOTICE = /^.*\b(?:protected|secured|guarded) by (?:\w+ )?\w*captcha\b.*$/gimu;
const CODE = new RegExp(
  [
    String.raw`\b(?:enter|type|provide|submit|use)\b.{0,60}\b(?:code|pin|passcode)\b`,
    String.raw`\b(?:code|pin|passcode)\b.{0,60}\b(?:sent|texted|e-?mailed|authenticator|app|phone|sms|e-?mail)\b`,
    String.raw`\b(?:sent|texted|e-?mailed)\b.{0,60}\b(?:code|pin|passcode)\b`,
    String.raw`\b(?:verification|security|authentication|confirmation|one[- ]time|\d-digit)[- ](?:code|pin|password|passcode)\b`,
    'best[äa]tigungscode|sicherheitscode|einmal(?:code|passwort|kennwort)|code.{0,60}(?:gesendet|geschickt|eingeben)|geben sie.{0,60}code',
    '(?:saisissez|entrez).{0,60}code|code (?:de vérification|de sécurité|à usage unique|envoyé|reçu)',
    '(?:introduc|ingres|escrib)[ae].{0,60}código|código de (?:verificación|seguridad|verificação|segurança)|(?:digite|insira).{0,60}código',
    '(?:inserisci|digita).{0,60}codice|codice di (?:verifica|sicurezza)|voer.{0,60}code|verificatiecode|wpisz.{0,60}kod|kod weryfikacyjny',
    'введите.{0,60}код|код подтверждения|doğrulama kodu|(?:確認|認証|ワンタイム)コード|验证码|驗證碼|인증 ?(?:번호|코드)',
  ].join('|'),
  'iu',
);
/** Codes that one types for a bargain. */
const BARGAIN = /\b(?:promo|promotion|discount|coupon|voucher|gift|referral|invit\w+|gutschein|rabatt)\b/iu;
const SECURITY_QUESTION =
  /\b(?:security|secret|challenge|memorable) (?:question|answer|word)|\banswer (?:the|your|this) (?:following )?(?:security )?question|sicherheitsfrage|question (?:de sécurité|secrète)|pregunta (?:de seguridad|secreta)|domanda (?:di sicurezza|segreta)|秘密の質問|密保问题/iu;
const LINK =
  /\b(?:sign-?in|log-?in|magic|confirmation|verification|secure|special)[- ](?:in )?link\b|\b(?:sent|e-?mailed) (?:you )?(?:a|the) link\b|\blink (?:in|to) (?:the|your) (?:e-?mail|inbox)|anmeldelink|lien (?:de connexion|magique)|enlace (?:de acceso|mágico)/iu;
const APPROVAL =
  /\b(?:approve|confirm|accept|tap|press|allow)\b.{0,80}\b(?:sign-?in|log-?in|request|notification|phone|device|app)\b|\bsent (?:you )?(?:a|an) (?:push )?notification\b|\bcheck your (?:phone|device)\b|\bwaiting for (?:your )?approval\b|bestätigen sie.{0,80}(?:app|handy|gerät|smartphone)|(?:approuvez|confirmez).{0,80}(?:téléphone|application|appareil)|(?:aprueba|confirma).{0,80}(?:teléfono|móvil|aplicación)/iu;
const TELLING =
  /\b(?:code|sent|authenticator|e-?mail(?:ed)?|inbox|link|sms|phone|app|verify|wrong|expired|not right|invalid|approve|tap|question|código|codice|kod)\b|код|コード|验证码|驗證碼|code/iu;
