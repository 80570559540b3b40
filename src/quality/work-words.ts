import { stem, wordsOf } from '../task/index.ts';

/**
 * The few words by which people tell of operating a browser. Whatever is said with these words, with small words and with the
 * words of the task alone answers nothing. English and German are complete; of other languages only what runners say most.
 */

/** What a browser, or somebody at one, does. */
const DEEDS = stems(`
  navigate click scroll open visit wait type enter search look browse load press select submit fill hover tap close switch check
  inspect review examine read head return refresh reload launch start proceed continue perform execute access analyze process fetch
  extract scrape locate gather collect retrieve try attempt identify accept dismiss log sign complete finish follow pick choose
  download save capture take record store add update screenshot filter sort compare verify confirm note determine obtain find found
  view expand go went see saw seen sought use run ran copy parse scan query request send call provide translate summarize investigate
  research conduct carry accomplish load deliver put look browse explore skim jump land arrive reach zoom swipe drag drop dig compile
  get got display show list appear contain include present answer respond work consult evaluate assess detect hit render resolve attach explain
  count prepare generate create made make copied parsed compiled reported outlined calculated computed counted prepared identified verified tried used applied typed hurried mention offer discover notice monitor observe track watch goto ask write highlight enable disable solve stop
  öffne öffnen öffnete geöffnet aufgemacht geklickt klicke klicken klick angeklickt gescrollt scrollen navigiert navigieren besucht besuchen
  aufgerufen aufrufen rufe abgerufen abrufen gesucht suche suchen gefunden finde finden nachgesehen nachschauen nachgeschaut nachsehen sehe schaue schauen
  angesehen angeschaut eingesehen gesehen geschaut geladen laden lade heruntergeladen herunterladen gespeichert speichern gelesen lesen lese ausgelesen auslesen
  geprüft prüfe prüfen überprüft überprüfen ermittelt ermitteln gewartet warten eingegeben eingeben eingetippt ausgewählt auswählen gewählt
  geschlossen durchsucht durchsuchen durchgegangen untersucht analysiert extrahiert extrahieren ausgeführt ausführen erledigt abgeschlossen
  beendet fertiggestellt zusammengefasst übersetzt gesammelt identifiziert bestimmt festgestellt notiert erfasst verglichen gefiltert sortiert gestartet gegangen gewechselt
  weitergeleitet angemeldet eingeloggt ausgefüllt abgeschickt gesendet akzeptiert weggeklickt bestätigt verarbeitet aufgelistet erhalten geholt holen
  angezeigt beantwortet bearbeitet recherchiert aufgeklappt gedrückt betrachtet entnommen aufgenommen gescannt getippt durchgeführt durchführen bereitgestellt geliefert
  versucht versuche gemacht erreicht kümmere melde gehe starte schließe wähle
  ouvert ouverte ouvre ouvrir clique cliquer cherche chercher recherche rechercher visite navigue naviguer trouve trouver lu lire charge
  charger extrait extraite consulte defiler verifie effectue effectuee termine terminee fait faite accompli analyse parcouru regarde obtenu recupere affiche vais
  abierto abierta abri clic visitado visite visitar navegado navegue buscado busque buscar busca encontrado encontre leido revisado revise terminado terminada hecho hecha
  completado completada realizado realizada extraido consultado cargado seleccionado hice pulsado obtenido voy
  aperto aperta cliccato cercato cerca visitato visita navigato trovato letto fatto fatta completato completata eseguito eseguita estratto caricato controllato
  controllo selezionato consultato vado
  abri cliquei procurei naveguei visitei encontrei feito concluida geopend geklikt gezocht bezocht gevonden gelezen klaar voltooid
  otworzylem kliknalem znalazlem wyszukalem sprawdzilem odwiedzilem wykonane gotowe zakonczone
  открыл нажал нашел искал посетил выполнена выполнено готово завершено uppgiften klar fuldfort opgaven slutford`);

/** Deeds of a house as well as of a browser: "We closed the café". */
export const OF_A_HOUSE =
  stems(`open close move start begin launch choose pick take add use switch update finish sign store save collect
  enter try follow send accept work provide offer deliver run`);

/** Of these, what is also done to things of the world: "The proposal was accepted". */
export const IN_THE_WORLD = stems(
  'prepare make create accept close move launch start begin finish sign send deliver add offer follow stop track',
);

/** Things that only a browser deals with. */
const ON_SCREEN =
  stems(`page webpage subpage homepage site website url link hyperlink button tab menu browser screen screenshot
  field form dropdown dialog popup banner cookie cookies section sections element elements result results query keyword step steps task tasks action actions click clicks scrolls agent bot assistant runner
  script tool session header footer login captcha request operation process workflow html dom viewport sidebar navigation search bar
  seite webseite website unterseite produktseite startseite detailseite knopf schaltfläche reiter formular feld eingabefeld suchfeld suchergebnis suchergebnisse ergebnis
  ergebnisse schritt schritte aufgabe auftrag anfrage vorgang abschnitt bildschirm menü maske suchmaske
  pagina pages paginas bouton lien tache resultat resultats resultado resultados boton enlace tarea pulsante compito risultato risultati strone strony
  задача задание страницу страница タスク ページ サイト ボタン 作業 完了 クリック 検索 開き 作業`);

/** Names of things in place of the things, and words of praise for the work. */
const NOTHING_SAID =
  stems(`product products item items article articles entry entries listing listings goal objective mission job everything thing things ai model language
  content contents information info data detail details answer answers question questions response output text value values figure figures amount price prices cost
  costs name names title titles date dates address description specification specifications feature features image picture option options list table file files document documents error message timeout status log success successful successfully
  done ready ok okay fine great good well sure certainly sorry apology apologize unfortunately please thank thanks moment second seconds minute relevant
  requested required necessary desired needed wanted available able unable possible impossible fail failed finally step attached
  current various several complete full final correct properly thoroughly carefully user time way able here above below once now soon shortly right away initially subsequently afterwards
  smoothly hopefully currently overview insight insights source sources material place reference
  summary summaries column columns row rows clipboard ascending descending cart basket full paragraph chart axis entire whole both aloud visually separate new tab let know alright hope helps great news manage managed hereby therefore advised instructed hello dear glad happy gladly welcome feel free everyone
  height length width weight depth size age speed distance area population metre metres meters km kg euro euros dollars unit units
  think visible observation fact facts nothing else occur occurred created create selector exit normal normally run runs ran took takes pause side screen facts box top hit gallery caption captions
  interaction interactions attempt attempts iteration iterations scrolling clicking reading searching browsing loading waiting clicks tries turn turns minutes seconds hours total time around
  approach observation outcome evidence confirmation confirmed assistance assist assisted kindly appreciate effort efforts note noted regard regarding respect respective respectively
  hour hours opening author writer headline byline difference differences comparison location phone telephone contact duration patience bottom top side max maximum
  real-time live actual following further additional own mine none normally without
  part parts user shop store offers offer offering currency total instruction instructions limit maximum issue issues problem problems reason internet web online help assist happy further
  dem den des einem einen eines einer mir mich uns wir ihnen ihr ihre ihren ihrem ihrer dir dich war waren sei sein wäre habe haben hatte bin hier dort dies diese dieser dieses diesen
  mit beim bei trat traten auf sofort gern gerne hiermit hermit läuft laufen lief meldung vorname nachname geklappt klappt impressum höhe länge breite gewicht größe tiefe geschwindigkeit entfernung
  erstellt erstellen gezählt zählen gelegt legen entnehmen herausgeschrieben geschrieben warenkorb zusammenfassung zusammengefasst übersicht bereit spalte zeile zeilen tabelle ganz oben unten tabellen beide alle
  erhoben erheben nachricht hallo freundlichen grüßen anbei hilft helfen weiter weitere weiteren fragen rückfragen verfügung zeit minuten sekunden durchlauf schritten klicks
  recherche suche lesen klick scrollen auslesen öffnen anklicken bereich rubrik leitung name namen bezeichnung ansprechpartner fundstelle wie was weiß weiss kann können konnte konnten
  man oder or wurden worden et sowie nur noch schon sehr liegen liegt vor aktuell momentan geduld unten oben autor verfasser öffnungszeiten öffnungszeit unterschied unterschiede vergleich
  standort telefon dauer ort selbst ganz ganze ganzen gesamte gesamten komplett komplette gründlich sorgfältig mehrere verschiedene einige
  produkt produkte artikel eintrag inhalt inhalte information informationen daten angaben details antwort frage text wert werte preis kosten name titel datum alter anzahl adresse
  beschreibung liste tabelle datei dokument fehler erfolg erfolgreich erledigt fertig bereit gut prima okay leider bitte danke moment gleich sofort
  gewünscht gewünschte gewünschten angefordert angeforderte angeforderten gesucht gesuchte verfügbar vorhanden möglich alles vollständig zuerst zunächst dann danach anschließend
  schließlich nun jetzt zuletzt entsprechend entsprechende entsprechenden relevant relevante relevanten nutzer benutzer uhrzeit angebot betrag höhe stelle punkt seitenende link suchfunktion website internet
  ensuite apres avoir enfin avons avez maintenant defiler ai j he hemos despues ahora pude puedo encontrar ho abbiamo dopo ora avec succes
  しま し まし た て ました して 開い 開く 確認 입니다 작업을 완료했습니다
  produit article information donnee detail reponse texte valeur prix nom titre succes producto informacion dato respuesta texto precio nombre titulo exito
  prodotto informazione informazioni dato dati risposta testo valore prezzo nome titolo successo produto informacao resposta preco cene cena produkt
  товар цену успешно 商品 情報 価格 値段 正常 作業`);

/** What a site says in place of its content: it refuses, asks who is there, has no such page, or does not work. */
const AT_THE_GATE =
  stems(`access denied deny forbidden refused refuse rejected blocked block banned human robot bot captcha recaptcha verify verification security
  secure private connection connect traffic unusual suspicious suspected detected automated automatically javascript cookies enabled disabled limit rate exceeded error http
  server nginx gateway internal bad service temporarily maintenance exist exists reachable code too many again later try proxy vpn ip flagged reference incident ray id gone expired session
  unauthorized authorized permission permitted allowed resource region country protected subscribe subscription register signup signin log login sign account member members
  queue prices make sure complete ensure protect website page not found down back soon cloudflare datadome akamai hold press puzzle characters picture challenge failed something wrong oops reason
  zugriff zugang verweigert gesperrt blockiert abgelehnt mensch menschlich roboter captcha erreichbar nicht derzeit vorübergehend lösen sicherheit sicherheitsprüfung sicherheitsüberprüfung
  sicher prüfen geprüft verbindung browser server serverfehler interner intern dienst wartung wartungsarbeiten wegen später erneut versuch versuchen viele anfragen aktivieren javascript
  bestätigen bestätigung rätsel anmelden anmeldung registrieren fortfahren fortzufahren ungewöhnlich ungewöhnlicher ungewöhnliche datenverkehr verdächtig festgestellt region land inhalt
  berechtigung gefunden existiert abgelaufen sitzung konto verlangt erforderlich notwendig automatisiert automatisierte zugriffe verfügbar ob um`);

/** Whether these are the words of a gate: then a number such as 403 is its code. */
export function isGateWord(word: string): boolean {
  return holds(AT_THE_GATE, word);
}

/** With their adverbs. */
function stems(words: string): ReadonlySet<string> {
  return new Set(
    words
      .trim()
      .split(/\s+/)
      .flatMap(wordsOf)
      .flatMap((word) => [word, stem(word), stem(`${word}ly`)]),
  );
}

/** As a word or as its stem: the stem of a stem is not always the same. */
function holds(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || words.has(stem(word));
}

/** Also behind the separable prefixes of German verbs. */
export function isDeed(word: string): boolean {
  if (holds(DEEDS, word)) return true;
  const bare = word.replace(PREFIX, '');
  return bare !== word && bare.length > 3 && holds(DEEDS, bare);
}

const PREFIX =
  /^(?:heraus|herunter|zuruck|weiter|durch|hinauf|hinunter|nach|auf|aus|ein|her|hin|vor|uber|an|ab|zu|um)(?=\p{L}{4})/u;

export function isOnScreen(word: string): boolean {
  return holds(ON_SCREEN, word);
}

/** Whether a word tells nothing by itself. */
export function isWorkWord(word: string): boolean {
  return isDeed(word) || isOnScreen(word) || isGateWord(word) || holds(NOTHING_SAID, word);
}
