import { nameWords } from '../../platform/text/words.ts';
import { isWordForm } from './kin.ts';

/** Names that pages and schemas use for one thing, one thing on a line. */
const LINES = `
price | cost | amount | price amount | product price | sale price | current price | low price | our price | unit price | fee | fare | rate | ticket price | charge | precio
original price | old price | was | price was | list price | regular price | before | rrp | msrp | compare at price | previous price | uvp | statt
currency | price currency | currency code | devise | moneda | wahrung | waehrung | valuta | waluta | moeda
title | headline | name | product name | product title | page title | heading | subject | full name | article title | book title | job title | event name | titulo | titel | titre
author | writer | byline | written by | creator | posted by | username | user | by | autor | auteur | author name | verfasser | autore | firma | redacteur | recipe by | article by | story by | recipe author | created by
reviewer | who | author | user | username
date | date published | published | published at | publish date | publication date | published date | published on | posted | posted on | date posted | upload date | date created | created | release date | released on
start time | starts | start | begins | begins at | starts at
start date | starts | start | event date | begins | starting date | eintrittsdatum | arbeitsbeginn | beginn | startdatum | debut | date de debut | inicio | fecha de inicio | starts on | ingangsdatum
end date | ends | end | until | ende | enddatum | fin | date de fin | fecha de fin | ends on
modified | date modified | updated | updated at | last updated | last modified | last update | last changed | stand | mis a jour | actualizado | gewijzigd | bijgewerkt | aggiornato | aggiornato il | ultimo aggiornamento
deadline | apply by | valid through | closing date | application deadline | applications close | due date | closes | bewerbungsschluss | date limite | bewerbungsfrist | anmeldeschluss | frist | einsendeschluss | plazo | fecha limite
birth date | born | date of birth | birthday | birth | geboren | ne
death date | died | date of death | death | gestorben
birth place | born | place of birth | birth
death place | died | place of death | death
education | alma mater | studied at | university
spouse | married | wife | husband | partner
description | summary | abstract | short description | product description | details | about | intro | excerpt | teaser | snippet | beschreibung | descripcion | resume | descriptif | resumen
body | content | text | message | comment | review body | post | answer | article body
rating | rating value | average rating | stars | score | customer rating | review rating | overall score | overall rating | bewertung | valoracion | puntuacion
review count | reviews | number of reviews | rating count | num reviews | reviews count | number of ratings | avis | opiniones | bewertungen | resenas
availability | in stock | stock | is available | available | stock status | is in stock | verfugbarkeit | disponibilidad | verfugbar | disponible | disponibilite | disponivel | disponibilidade | disponibile | disponibilita
brand | brand name | manufacturer | maker | made by | manufactured by | make | vendor | marke | marque | marca | merk | hersteller | fabricant | fabricante | marka
sku | product id | mpn | item number | article number | product code | model number | item no | item nr | article no | artikelnummer | artikel nr | art nr | reference | ref | referencia
image | image url | photo | picture | thumbnail | thumbnail url | img
url | link | page url | href | website | web address
site | site name | source
category | section | article section | genre | department | kategorie | categorie | categoria | rubrik | rubrique | seccion | kategoria | posted in | filed under | cat links
language | lang | in language
telephone | phone | phone number | tel | telephone number | contact number | telefon | telefono | telefonnummer | telephone numero | numero de telephone | telefoonnummer | telefoon | telefon kontaktowy
email | email address | mail | e mail | contact email | courriel | correo | correo electronico
address | street address | location address | where to find us | how to find us | visiting address | adresse | direccion | anschrift | indirizzo | ubicacion | domicilio | postal address | adres | morada | endereco
location | place | venue | where | job location | place of work | workplace | work location | area | lieu | ort | lugar | standort | arbeitsort | ubicacion | localizacion
venue | location name
city | address locality | locality | town | stadt | ville | ciudad
postal code | zip | zip code | postcode | post code | plz
country | address country | where
region | address region | state | province
keywords | tags | keyword | taglist | tag list | topics | schlagworter | tagged | tag | schlagwort | etiquettes | etiquetas | tagi
color | colour | farbe | couleur | kleur | colore | colori | cor | cores | kolor | kleuren | farg | renk
ingredients | recipe ingredient | ingredientes | zutaten | ingredienti | skladniki
steps | method | instructions | directions | recipe instructions | elaboracion | zubereitung | preparation steps | preparation | pasos | etapes | modo de preparacion | kroki | wykonanie | sposob przygotowania | przygotowanie
servings | yield | recipe yield | serves | portions | raciones | portionen | porciones | personnes | porties | pour | raciones para | comensales | porcje | liczba porcji | porzioni
prep time | preparation time | preparation | preparacion | vorbereitung | vorbereitungszeit | temps de preparation | temps preparation | tiempo de preparacion | zubereitungszeit | prep | czas przygotowania | tempo di preparazione | tempo de preparo
cook time | cooking time | cooking | coccion | kochzeit | garzeit | cuisson | temps de cuisson | temps cuisson | tiempo de coccion | backzeit | cook | czas gotowania | czas pieczenia | tempo di cottura | tempo de cozimento
salary | base salary | annual salary | yearly salary | annual pay | earnings | pay | wage | compensation | gehalt | salaire | salario | verdienst | remuneration | sueldo
salary min | min salary | minimum salary
salary max | max salary | maximum salary
company | company name | hiring organization | employer | organization | organisation | unternehmen | firma | arbeitgeber | entreprise | empresa | societe
employment type | job type | contract type | type | commitment | contract
founded | founding date | established | year founded | since | founding year | year established | foundation | est
quantity | qty | count | pieces | units | number
weight | gewicht | mass | poids | peso | waga
duration | length | total time | running time | runtime | travel time | dur | dauer | duree | duracion
departure | depart | departs | departure time | dep
arrival | arrive | arrives | arrival time | arr
opening hours | hours | opening times | business hours | open times | open | offnungszeiten | horaires | horaires d ouverture | horario | horarios | horario de apertura | openingstijden | orari | orario | godziny otwarcia
points | pts | score | punkte | puntos
position | rank | pos | pozycja | miejsce | platz | rang | posicion | posizione | posicao | positie
place | rank | pos | standing
position | role | job | job title | function | occupation | profession | post held
calories | energy | kalorie | kcal | kalorien | calorias | kilocalories
population | inhabitants | einwohner | habitants | habitantes
requirements | what we look for | qualifications | your profile | what you bring | who you are | skills | you have | ihr profil | anforderungen | what you need | profil | profil recherche | requisitos | voraussetzungen | wat vragen wij
benefits | what we offer | perks | we offer | our offer | wir bieten | why join us | advantages | avantages | beneficios | was wir bieten | ofrecemos | wat bieden wij | wat bieden we | wat wij bieden | arbeidsvoorwaarden
responsibilities | what you will do | tasks | duties | your role | the role | what you'll do | ihre aufgaben | your tasks | missions | vos missions | funciones | aufgaben | tareas | wat ga je doen | functieomschrijving
features | highlights | key features | facilities | amenities | ausstattung | equipamiento | equipement
contents | what's in the box | in the box | box contents | what's included | included | package contents | scope of delivery
reason | why | cause | grund | motif | motivo
total | line total | amount | total price | sum
size | area | living area | floor area | living space | surface | wohnflache | superficie
reference | reference number | ref | reference no | kennziffer | referenznummer | job id | stellen id | case number | notice number | numero de reference | no de reference | referenz | numer ogloszenia | vacaturenummer
contact | contact person | recruiter | application contact | ansprechpartner | ansprechpartnerin | interlocuteur | persona de contacto | referente | contactpersoon | pessoa de contacto | osoba kontaktowa | pressekontakt | press contact | media contact
version | ver | release | version number | release version | latest version | current version | newest version
location | based in
city | based in | lives in | home city
website | homepage | home page | web | web site | website url | company website
warranty | guarantee | warranty period | guarantee period | garantie | garantia | garanzia | gwarancja | garantieperiode
customer | client | billed to | bill to | invoice to | invoiced to | buyer | customer name | client name | rechnungsempfanger | cliente
total | amount due | total due | total amount | grand total | balance due | invoice total | amount payable | gesamtbetrag | montant total | importe total
status | payment status | invoice status | order status | state
released | release date | last release | last published | latest release | publish date | launch date | launched | launch | launched on | lancamento | data de lancamento | lanzamiento | fecha de lanzamiento | fecha de salida | erscheinungsdatum
size | file size | unpacked size | download size | package size
organization | works at | works for | affiliation | employer | company
license | licence | licensed under | lizenz
organizer | organized by | host | hosted by | run by | veranstalter | organisateur | organizador | organizzatore | organisator | organizator | organiser | organised by
publisher | publishing house | published by | imprint | verlag | editeur | editorial | editore | uitgever | wydawnictwo
pages | page count | number of pages | pp | seiten | seitenzahl | nombre de pages | paginas | pagine | print length
dimensions | size | measurements | product dimensions | item dimensions | abmessungen | dimensiones | dimensioni | afmetingen | wymiary
publication year | year of publication | year published | release year | year of release | year | published | released | release date | date published | erscheinungsjahr | annee de parution
seller | sold by | merchant | verkaufer | vendeur | vendedor | venditore | verkoper | sprzedawca
`;

const QUALIFIERS = new Set('the of a per in is and for to at on de du der del'.split(' '));

/** Where these stand last, what follows them is of another kind than the word before. */
const OPEN_ENDS = new Set(['in', 'to', 'for']);

const byPhrase = new Map<string, number[]>();
for (const [index, line] of LINES.trim().split('\n').entries()) {
  for (const phrase of line.split('|')) {
    const words = nameWords(phrase);
    // Questions are read without the little words: "year of publication" is known as "year publication" too.
    const telling = words.filter((word) => !QUALIFIERS.has(word));
    // But what was "posted in" is not when it was posted.
    const isOpen = OPEN_ENDS.has(words.at(-1) ?? '');
    for (const key of new Set([words, isOpen ? words : telling].map((each) => each.join(' '))))
      byPhrase.set(key, [...(byPhrase.get(key) ?? []), index]);
  }
}

/** Whether two names, in words, stand for the same thing. */
export function isSameThing(one: string[], other: string[]): boolean {
  const mine = byPhrase.get(one.join(' '));
  const theirs = byPhrase.get(other.join(' '));
  return mine !== undefined && theirs !== undefined && mine.some((index) => theirs.includes(index));
}

/** Whether a name, in words, stands for something we know: `isThing(nameWords('cost'), 'price')`. */
export function isThing(words: string[], thing: string): boolean {
  return isSameThing(words, nameWords(thing));
}

/** Whether two names have the same letters: `timezone` and "Time zone". */
function isSameName(one: string[], other: string[]): boolean {
  const [mine, theirs] = [one, other].map((words) => words.join('').replace(/e$/, ''));
  return mine !== '' && mine === theirs;
}

/**
 * How well a name on the page answers to an asked name: 1 the same, 0 not at all. `Price (EUR)` answers to `price`,
 * `product-card__price` too, but less.
 */
export function nameMatch(asked: string[], candidate: string[]): number {
  if (isSameName(asked, candidate)) return 1;
  const mine = asked.filter((word) => !QUALIFIERS.has(word));
  // "Made in" names no maker.
  const last = candidate.at(-1) ?? '';
  const isOpen = last === 'in' && asked.at(-1) !== last;
  const theirs = candidate.filter(
    (word, at) => !QUALIFIERS.has(word) || (isOpen && at === candidate.length - 1),
  );
  if (mine.length === 0 || theirs.length === 0) return 0;
  if (mine.join(' ') === theirs.join(' ')) return 1;
  if (isSameThing(mine, theirs) || isSameThing(asked, candidate)) return 0.9;
  const isIn = (word: string, list: string[]) => list.some((each) => isWordForm(each, word));
  const found = mine.filter((word) => isIn(word, theirs)).length;
  if (found === mine.length) {
    // The last word is what the thing is: `card-price` is a price, `price-table` is not.
    const isHead = isWordForm(theirs.at(-1) ?? '', mine.at(-1) ?? '');
    return (isHead ? 0.6 : 0.45) + 0.25 * (found / theirs.length);
  }
  const covered = theirs.filter((word) => isIn(word, mine)).length;
  if (covered === theirs.length) return 0.4 + 0.3 * (covered / mine.length);
  const tails = theirs.slice(-2).join(' ');
  if (theirs.length > 1 && (isSameThing(mine, theirs.slice(-1)) || isSameThing(mine, [tails]))) return 0.55;
  return 0;
}
