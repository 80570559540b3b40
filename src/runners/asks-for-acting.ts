import { isCommand } from '../browser/agent/language/commands.ts';
import { PICTURE_ACT } from '../browser/agent/language/read-picture.ts';
import { toldLogin } from '../browser/agent/language/told-login.ts';

/** Whether a task wants something done on a page, which only a browser can do. Questions never do. */
export function asksForActing(goal: string, steps: readonly string[], hasSchema = false): boolean {
  if (toldLogin(goal) !== null) return true;
  return [goal, ...steps].some((text) =>
    text
      .split(SENTENCES)
      .some(
        (sentence) =>
          !QUESTION.test(sentence) &&
          (ACT.test(sentence) || isCommand(sentence)) &&
          !isFillingIn(sentence, hasSchema),
      ),
  );
}

/** "Fill in the fields from this page", or "the notice" beside a schema: the answer is filled in, no form of the page. */
function isFillingIn(sentence: string, hasSchema: boolean): boolean {
  const [, what = ''] = FILLING.exec(sentence) ?? [];
  if (what === '' || ACT.test(what)) return false;
  return FROM_PAGE.test(what) || ANSWER_SHAPE.test(what) || (hasSchema && !ON_PAGE.test(what));
}

const FILLING = /^(?:please\s)?fill (?:in|out|up)?\s?(.+)$/is;
const FROM_PAGE =
  /\b(?:from|using|based on|according to|with (?:the )?(?:data|details|facts|information|values?|what)\b.{0,30}\b(?:of|from|on)) (?:this|the|that|its) (?:\w+ )?(?:page|site|website|article|document|text|listing|post|content|url|link)\b/i;
const ANSWER_SHAPE = /\b(?:schema|json|object|template|keys|properties|record|data ?sheet)\b/i;
/** A form, or what is to be written into it: "the name with Ann", `"Ann"`, "Email: ann@example.com". */
const ON_PAGE =
  /\b(?:forms?|box(?:es)?|inputs?|survey|questionnaire|application|captcha|quiz|login|sign-?up|checkout|search)\b|\b(?:with|as|to)\s|["“=@]|:\s/i;

const SENTENCES = /(?<=[.!?])\s+|\n+/;
const QUESTION =
  /^\s*(?:and\s+)?(?:who|whose|what|which|when|where|why|how|is|are|was|were|does|do|did|has|have|can (?:i|one|we)|wie|was|wer|wo|wann|warum|welche[rsnm]?|qui|que|quel(?:le)?s?|quand|où|comment|combien|cuándo|dónde|cómo|cuánto|cuál|qué)\b|^(?!.*\b(?:can|could|would|will) you\b).*\?\s*$/iu;

// Never the first word of something that is only to be read.
const DEEDS = [
  'click|press the|tap|hover|scroll|drag|untick|uncheck|toggle|unsubscribe|retweet|double-click|right-click',
  'log ?in\\b|log into|sign in|sign into|log ?out|sign ?out|sign ?up|register (?:for|an?|with|me|us)|subscribe',
  'type in|enter|fill (?:in|out)|fill the|submit|paste|dismiss|upload|attach|log me|sign me|sign us',
  'add .{1,120}? to|put .{1,120}? (?:in|into|on|onto)\\b|place an order|buy|purchase|check ?out\\b|pay for|hire|reserve',
  'search the (?:site|shop|store|catalogu?e)|use the|sort .{1,60}? by|reply|forward|rename|unfollow',
  `${PICTURE_ACT}|screen-?shot`,
  'upvote|downvote|activate|deactivate|reactivate|unlock|reschedule|redeem|invite|unmute|unblock|unpin',
  'choose|turn (?:on|off|up|down|the)|switch (?:on|off|to|the)|remove|delete|enable|disable|collapse|deselect|unselect',
].join('|');
// These can begin the name of a thing: "Book price list", "Share price", "Filter coffee". An object tells.
const WITH_OBJECT =
  'book|order|type|select|pick|tick|check|set|change|update|cancel|confirm|accept|decline|apply|filter|send|post|share|like|star|follow|mark|move|drop|play|pause|stop|start|close|expand|save|vote|join|leave|rate|rent|schedule|create|make|edit|move|draw|slide|adjust|approve|reject|assign|archive|pin|donate';
const OBJECT =
  '(?:(?:the|an?|my|our|your|this|that|these|those|it|its|them|me|us|all|every|each|both|one|two|three|four|five|six|\\d+)\\b|["“‘])';
// The same in other tongues, as it is said to somebody.
const ABROAD = [
  'klick(?:e|en sie)?|drück(?:e|en sie)?|leg(?:e|en sie)?|wähl(?:e|en sie)?|gib|geben sie|füll(?:e|en sie)?|trag(?:e|en sie)?|meld(?:e|en sie)|logg(?:e|en sie)|bestell(?:e|en sie)?|kauf(?:e|en sie)?|buch(?:e|en sie)|reservier(?:e|en sie)?|öffne|öffnen sie|schließ(?:e|en sie)?|lösch(?:e|en sie)?|entfern(?:e|en sie)?|füg(?:e|en sie)|stell(?:e|en sie)|änder(?:e|n sie)|sortier(?:e|en sie)?|schick(?:e|en sie)?|send(?:e|en sie)|abonnier(?:e|en sie)?',
  'cliqu(?:e|ez|er)|appuie[sz]?|appuyez|saisi(?:s|ssez|r)|entre[zr]?|rempli(?:s|ssez|r)|choisi(?:s|ssez|r)|sélectionne[zr]?|coche[zr]?|ajoute[zr]?|mets|mettez|supprime[zr]?|achète|achetez|réserve[zr]?|commande[zr]?|connecte(?:-toi|z-vous)?|inscri(?:s|vez)|envoie|envoyez|ouvre[zr]?|ferme[zr]?|trie[zr]?',
  'haz clic|pulsa|presiona|escribe|introduce|rellena|elige|selecciona|marca|añade|agrega|pon|elimina|borra|compra|reserva|pide|inicia sesión|envía|abre|cierra',
  'clicca|premi|inserisci|compila|scegli|seleziona|aggiungi|metti|rimuovi|acquista|prenota|ordina|accedi|invia|apri|chiudi',
  'clique|pressione|digite|preencha|escolha|selecione|adicione|coloque|remova|compre|reserve|peça|entre na|envie|abra|feche',
  'klik|druk|typ|vul|kies|selecteer|voeg|leg|verwijder|koop|boek|bestel|log|stuur|open|sluit',
].join('|');

/** At the head of a sentence or of a clause, however politely it is asked. */
const ACT = new RegExp(
  '(?:^|[.;,:!]\\s*|\\b(?:and|then|to|und|dann|bitte|et|puis|y|luego|e|poi|depois|en|dan)\\s+)' +
    "(?:(?:please|first|now|just|bitte|veuillez|por favor|per favore|alsjeblieft|s[’']il (?:te|vous) plaît|(?:can|could|would|will) you(?: please)?|i (?:want|need) you to)[,:]?\\s+)*" +
    `(?:(?:${DEEDS}|${ABROAD})(?![\\p{L}\\p{N}-])|search (?:for )?["“]|press ["“]|(?:${WITH_OBJECT})\\s+${OBJECT})`,
  'iu',
);
