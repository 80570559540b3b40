/** The page's words about an action, in English and German: done, refused, or something still to enter. */
import { sentencesOf } from '../../platform/text/sentences.ts';
import { stem } from '../../platform/text/words.ts';
import { wordsOf } from '../words.ts';

/** The page refuses. A state that the task itself names ("decline the offer") is no refusal. */
export function saysNo(line: string, task: string): boolean {
  return sentencesOf(line).some((sentence) => {
    if (sentence.endsWith('?')) return false;
    if (DENIED.test(sentence)) return true;
    const [state] = (/[.!]$/u.test(sentence) && BAD_STATE.exec(sentence)) || [];
    const asked = new Set(wordsOf(task).map(stem));
    return state !== undefined && !wordsOf(state).some((word) => word.length > 3 && asked.has(stem(word)));
  });
}

/** The page asks for an entry before it goes on: "Please choose a day." */
export function insists(line: string): boolean {
  return sentencesOf(line).some((sentence) => INSISTS.test(sentence));
}

/** The page confirms the action. */
export function saysDone(line: string): boolean {
  return sentencesOf(line).some((sentence) => DONE.test(sentence) && !DENIED.test(sentence));
}

/** Participles of requested actions. */
const ACHIEVED =
  'accepted|added|allowed|applied|approved|authori[sz]ed|available|booked|changed|completed?|confirmed|correct|created|deleted|delivered|found|granted|placed|permitted|possible|posted|processed|published|received|recogni[sz]ed|registered|removed|reserved|saved|sent|submitted|supported|updated|uploaded|valid';
const ERREICHT =
  'akzeptiert|hinzugefügt|erlaubt|verfügbar|gebucht|geändert|bestätigt|erstellt|gelöscht|gefunden|möglich|gespeichert|gesendet|abgeschickt|hochgeladen|gültig|bekannt';
const FROM = String.raw`(?<![\p{L}])(?:`;
const TO = String.raw`)(?![\p{L}])`;

const DENIED = new RegExp(
  String.raw`n['’]t (?:be(?:en)? )?(?:${ACHIEVED})\b|${FROM}` +
    [
      String.raw`(?<!will )(?<!if )(?:not|never|nothing|none|no changes?) (?:(?:yet|been|be|was|were|is|has|have) )*(?:\p{L}+ly )?(?:${ACHIEVED})`,
      String.raw`(?:cannot|can['’]t|can not) be (?:${ACHIEVED})|we (?:\p{L}+ )?(?:cannot|can['’]t|are (?:not |un)able to) (?!wait|guarantee|promise)\p{L}+`,
      String.raw`could not|couldn['’]t|unable to|failed to|do(?:es)?(?: not|n['’]t) (?:exist|match|accept|allow|support|ship|deliver|recogni[sz]e)`,
      String.raw`only .{2,80} (?:is|are|can be|may be) (?:${ACHIEVED})|no(?: \p{L}+){1,3} (?:was|were|has been|have been) (?:${ACHIEVED}|charged|made|taken)`,
      String.raw`you (?:may not|must not|can['’]t|cannot|are not|aren['’]t)(?! undo| see)`,
      String.raw`already (?:been )?(?:taken|used|exists?|in use|registered|booked|reserved|claimed|redeemed|sold|voted|applied|enrolled|signed up|subscribed)`,
      String.raw`no longer (?:available|valid|active|accepted|possible|exists?)|no (?:\p{L}+ ){0,3}(?:left|available|remaining)`,
      String.raw`must (?:be|have|contain|include|match)|(?:is|are) (?:required|missing|invalid|incorrect|wrong|unknown|forbidden|unavailable)`,
      String.raw`(?:invalid|incorrect|wrong|unknown|unsupported) \p{L}+|no such|too (?:short|long|weak|large|small|many|few|late|early)|insufficient|exceed(?:s|ed)|(?:permission|access) denied`,
      String.raw`nicht (?:mehr )?(?:${ERREICHT})|fehlgeschlagen|(?:ist|sind) (?:erforderlich|ungültig|falsch|unbekannt)|ungültige[rsn]? \p{L}+|bereits (?:vergeben|registriert|gebucht|vorhanden|verwendet)|zu (?:kurz|lang)`,
    ].join('|') +
    TO,
  'iu',
);

/** A state, and perhaps the intended one. */
const BAD_STATE = new RegExp(
  `${FROM}expired|sold out|out of stock|fully booked|(?:was|were|has been|have been|is|are) (?:declined|rejected|refused|denied|blocked|locked|closed|suspended|full)|failed|abgelaufen|ausverkauft|ausgebucht|abgelehnt|gesperrt${TO}`,
  'iu',
);
const GIVING =
  'choose|select|pick|enter|fill|provide|type|tick|attach|upload|accept|agree|correct|complete|specify';
const INSISTS = new RegExp(
  `${FROM}please (?:first |also )?(?:${GIVING}|give|add|log ?in|sign in|try)|you (?:must|need to|have to)|bitte (?:wählen|geben|füllen|melden|akzeptieren|ergänzen)|(?:^|(?<=[.!?] ))(?:${GIVING}) (?:in |out )?(?:an?|the|your|at least|all|every\\p{L}*)${TO}[^.!?]*[.!]$|^(?:${GIVING}) [^.!?]{1,60} first[.!]?$`,
  'iu',
);
const DONE =
  /^(?:done|saved|sent|success|thanks?|thank you|congratulations|welcome|all set|danke|vielen dank|willkommen|fertig)(?!\p{L})|\bsuccessful(?:ly)?\b|\berfolgreich\b|\b(?:has|have) been \p{L}+(?:ed|en|nt|ht|ut|ade)\b|\bwurden? \p{L}+(?:t|en)\b|\b(?:is|are|was|were|now) (?:confirmed|booked|reserved|registered|subscribed|saved|sent|signed up|on its way|complete)\b|\p{L} (?:saved|sent|added|booked|reserved|created|updated|deleted|removed|submitted|confirmed|placed|completed|published|posted|uploaded|received|applied|arrived|changed|moved|renamed|archived|shared|ordered|accepted|cancelled)(?: safely| successfully)?[.!]?$/iu;
