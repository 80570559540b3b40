import { contentStems, stem, wordsOf } from '../task/index.ts';
import { askedTask } from './substance.ts';
import data from './words.json' with { type: 'json' };
import { holds, stems } from './work-words.ts';

/** Who stands in front of the content: a defence against robots, a login, a rejected login, or an error of the site. */
export type Gate = 'bot' | 'login' | 'rejected' | 'error';

const exactly = (words: string) => new Set(words.split(' ').flatMap(wordsOf));
const BOT = exactly(data.bot);
const LOGIN = exactly(data.login);
const REJECTED = exactly(data.rejected);
const ERROR = exactly(data.error);
const SMALL = stems(`${data.gateSmall} ${data.gate}`);
const LONGEST = 700;

/**
 * A text that consists of the words of a gate, with hardly one of its own; null for anything with content, or about gates.
 * `slack`: so many words of its own a page may have, such as the name of its site.
 */
export function gateOf(text: string, goal: string, slack = 0): Gate | null {
  if (text.length > LONGEST || MEASURED.test(text) || ABOUT_GATES.test(goal)) return null;
  if (WAITING.test(text)) return 'bot';
  // A text that names several makers of defences is about them.
  if (new Set(text.toLowerCase().match(MAKERS)).size > 1) return null;
  const words = wordsOf(
    text
      .replace(/n['’]t\b/g, ' not')
      .replace(UNSAID, ' ')
      .replace(/[_-]+/g, ' '),
  );
  if (words.length === 0) return null;
  const asked = askedTask(goal).stems;
  const isAsked = (word: string) => asked.has(word.slice(0, 5));
  const count = (...kinds: ReadonlySet<string>[]) =>
    new Set(words.filter((word) => kinds.some((kind) => kind.has(word)) && !isAsked(word))).size;
  const signIn = SIGN_IN.test(text) ? 2 : 0;
  const [bot, login, error] = [count(BOT), count(LOGIN) + signIn, count(ERROR) + (GONE.test(text) ? 2 : 0)];
  const strong = count(BOT, LOGIN, ERROR) + signIn + (GONE.test(text) ? 2 : 0);
  if (strong === 0) return null;
  const content = new Set(contentStems(words.join(' ')));
  const isOwn = (word: string) =>
    /^\p{L}{2}|^(?![45]\d\d$)\d{3,5}$/u.test(word) &&
    content.has(stem(word)) &&
    !isAsked(word) &&
    ![BOT, LOGIN, ERROR, REJECTED].some((kind) => kind.has(word)) &&
    !holds(SMALL, word);
  const ownWords = [...new Set(words.filter(isOwn))];
  const own = Math.max(0, ownWords.length + ownWords.filter((word) => /^\d/.test(word)).length - slack);
  const isGate = own === 0 ? strong >= 2 || words.length >= 2 : own <= strong / 2;
  if (!isGate || (strong < 3 && /\b(?:if|when|wenn|falls|si|cuando|quand)\b/i.test(text))) return null;
  if (login > 0 && count(REJECTED) > 0 && bot <= 1) return 'rejected';
  return bot >= login && bot >= error && bot > 0 ? 'bot' : login >= error ? 'login' : 'error';
}

/** The title of a page that is about to let one in. */
const WAITING = /^(?:just a moment|nur einen moment|un (?:instant|momento)) ?(?:\.{3}|…)/i;
const ABOUT_GATES =
  /\b(?:(?:log|sign) ?-?in (?:page|form|title)|buttons?|labels?|links?|menu|says?|errors?|status|message|down|reachable|works?|working)\b|knopf|schaltfläche|meldung|fehler/iu;
const GONE =
  /\b(?:page|site|seite)\b.{0,30}\b(?:not|nicht) (?:be )?(?:found|gefunden)\b|^(?:404:? )?not found\b/i;
const MAKERS = /cloudflare|datadome|perimeterx|akamai|imperva|kasada/g;
const SIGN_IN = /\b(?:log|sign)(?:ged|ed)? ?-?(?:in|up|on)\b/i;
const MEASURED = /[$€£¥₹%]\s?\d|\d\s?[$€£¥₹%°]/u;
/** Addresses and numbers of the visit. */
const UNSAID =
  /https?:\/\/\S+|(?<![\w-])[\w-]+\.(?:com|org|net|example|de)\b|(?<!\S)(?=\S*\d)\S*[a-f:.x#-]\S*|\b(?:code|error|id|ref|reference|incident|fehler|nr)\W{0,3}\d+/giu;
