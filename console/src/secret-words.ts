/** Names of secrets in the languages that people write tasks in, before the secret itself. */
const NAMES =
  'passwords?|passwort|passphrase|passcode|pass|passwd|pwd|pw|pin|secret|api[ _-]?key|token|mot de passe|contraseña|senha|wachtwoord|hasło|пароль|密码|パスワード';
/** Words that follow a name without being a secret. */
const COMMON = new Set(
  'a about an and are as at box button by can change code documentation does field for forgotten form from generator here how hidden i if in incorrect input invalid is it link manager managers my needed not of on option or page pages policies policy prompt protected protection recovery required requirement requirements reset rules screen section settings should so strength that the then this to was what when where which will with work works wrong you your'.split(
    ' ',
  ),
);
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}])(${NAMES})(?![\\p{L}\\p{N}])(\\s{0,3}(?:is|=|:|：|->|–|—)?\\s{0,3}["'“„«\`]?)([^\\s"'”“»\`,;]{3,200})`,
  'giu',
);
/** "Sign in as demo / campfire". */
const PAIR =
  /((?:sign|log)[ -]?(?:in|on)\s+(?:as|with|using)\s+[^\s/:,]{2,100}\s{0,2}[/:]\s{0,2})([^\s"',;]{3,200})/giu;

const HIDDEN = '••••';

/** The text without passwords that a person typed into it. */
export function maskSecrets(text: string): string {
  return text
    .replace(NAMED, (whole, name: string, between: string, value: string) =>
      isSecret(name, between, value) ? whole.slice(0, whole.length - value.length) + HIDDEN : whole,
    )
    .replace(PAIR, (whole, before: string, value: string) =>
      /^\/\/|^\d+$/.test(value) ? whole : before + HIDDEN,
    );
}

export function hasSecret(text: string): boolean {
  return maskSecrets(text) !== text;
}

/** After a plain space an ordinary word is a password only where the name can mean nothing else. */
function isSecret(name: string, between: string, value: string): boolean {
  const word = value.toLowerCase().replace(/[.!?)]+$/, '');
  if (COMMON.has(word)) return false;
  return (
    /[=:：>–—"'“„«`]|is/i.test(between) ||
    /[\d!@#$%^&*_]/.test(word) ||
    (/^p(?:ass)?w/i.test(name) && /^\p{L}{6,}$/u.test(word))
  );
}
