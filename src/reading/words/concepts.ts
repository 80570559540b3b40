import { SENSES } from './senses.ts';
import { nameWords, stem, wordsOf } from './words.ts';

/** Names people and pages use for the same thing. Each line is one thing; the first name is ours. */
const LINES = `
price | cost | amount | price amount | product price | sale price | current price | low price | our price | unit price | fee | fare | rate | ticket price | charge | precio | preis | prix | prezzo | pris | cena | prijs | amount due | guide price | asking price | tarif | 価格 | 料金 | 値段 | fahrpreis | eintritt | eintrittspreis | tarifs | preco | custo | koszt | tuition | admission | admission fee | admission price | entrance fee | entry fee | entry price | 受講料 | 参加費 | 入場料 | 運賃 | 授業料 | цена | стоимость | 价格 | 售价 | 가격 | fiyat | prix ttc | preis inkl mwst | valor
original price | old price | was | price was | list price | regular price | before | rrp | msrp | compare at price | previous price | uvp | statt
currency | price currency | currency code | devise | moneda | wahrung | waehrung | valuta | waluta | moeda | 通貨 | валюта | 货币 | 통화
title | headline | name | product name | product title | page title | heading | subject | full name | article title | book title | job title | event name | titulo | titel | titre | titolo | nombre | nom | naam | nome | タイトル | 名前 | thread title | topic title | titular | encabezado | manchette | uberschrift | 店名 | 商品名 | 物件名 | nazwa | tytul | titulo | bezeichnung | denominazione | 講座名 | イベント名 | 科目名 | 品名
author | writer | byline | written by | creator | posted by | username | user | by | autor | auteur | author name | verfasser | autore | 著者 | firma | redacteur | autora | 作者 | 投稿者
reviewer | who | author | user | username
date | date published | published | published at | publish date | publication date | published date | published on | posted | posted on | date posted | upload date | date created | created | release date | released on | published time | pub date | publicado | publie | fecha | datum | veroffentlicht | 日付 | publicado el | fecha publicacion | fecha de publicacion | date de publication | veroffentlicht am | 公開日 | 投稿日 | 掲載日 | 発売日 | data | dato | data publikacji | mise en ligne | en ligne depuis | date publication | opublikowano | pubblicato | pubblicato il | 開催日 | 日程 | posted | date posted | geplaatst | geplaatst op | publicatiedatum | data ogloszenia | data annuncio | data de publicacao
start time | starts | start | begins | begins at | starts at | doors open | doors
start date | starts | start | event date | begins | starting date | eintrittsdatum | arbeitsbeginn | beginn | startdatum | debut | date de debut | inicio | fecha de inicio | starts on | 開始日 | ingangsdatum | data di inizio | data inizio | data de inicio | data rozpoczecia | per direct
end date | ends | end | until | ende | enddatum | fin | date de fin | fecha de fin | ends on | 終了日
modified | date modified | updated | updated at | last updated | last modified | last update | last changed | stand | mis a jour | actualizado | gewijzigd | bijgewerkt | aggiornato | aggiornato il | ultimo aggiornamento | atualizado | atualizado em | ultima atualizacao | zaktualizowano | ostatnia aktualizacja | letzte aktualisierung | derniere mise a jour | ultima actualizacion | 更新日 | 最終更新日
deadline | apply by | valid through | closing date | application deadline | applications close | due date | closes | bewerbungsschluss | date limite | bewerbungsfrist | anmeldeschluss | frist | einsendeschluss | plazo | fecha limite | apply before | closing | applications close on | 締切 | 締め切り | 応募締切 | sluitingsdatum | reageren voor | scadenza | data de fecho | termin skladania | 申込期限 | 申込締切 | 申込締切日 | 応募期限 | 募集締切
birth date | born | date of birth | birthday | birth | geboren | ne
death date | died | date of death | death | gestorben
birth place | born | place of birth | birth
death place | died | place of death | death
education | alma mater | studied at | university
spouse | married | wife | husband | partner
description | summary | abstract | short description | product description | details | about | intro | excerpt | teaser | snippet | beschreibung | descripcion | resume | descriptif | resumen | plot | synopsis | subtitle | standfirst | dek | entradilla | chapo | 概要 | 説明
body | content | text | message | comment | review body | post | answer | article body
rating | rating value | average rating | stars | score | customer rating | review rating | overall score | overall rating | bewertung | 評価 | valoracion | puntuacion
review count | reviews | number of reviews | rating count | num reviews | reviews count | number of ratings | 口コミ | 口コミ数 | レビュー | avis | opiniones | bewertungen | resenas
availability | in stock | stock | is available | available | stock status | is in stock | verfugbarkeit | disponibilidad | verfugbar | disponible | disponibilite | 在庫 | disponivel | disponibilidade | disponibile | disponibilita | beschikbaar | beschikbaarheid | op voorraad | voorraad | lieferbar | auf lager | lagerbestand | en stock | em estoque | estoque | existencias | in magazzino | dostepny | dostepna | dostepnosc | na stanie | lagerstatus | stok | stok durumu | наличие | в наличии | 在庫状況 | 库存 | 库存状态 | 재고
brand | brand name | manufacturer | maker | made by | manufactured by | make | vendor | marke | marque | marca | merk | hersteller | fabricant | fabricante | メーカー | ブランド | marka | brend | бренд | производитель | 品牌 | 브랜드 | produttore | producent | fabrikant
sku | product id | mpn | item number | article number | product code | model number | item no | item nr | article no | artikelnummer | artikel nr | art nr | reference | ref | referencia | 型番 | 品番
image | image url | photo | picture | thumbnail | thumbnail url | img
url | link | page url | href | website | web address
site | site name | publisher | source
journal | journal title | publication
category | section | article section | genre | department | ジャンル | カテゴリ | カテゴリー | kategorie | categorie | categoria | rubrik | rubrique | seccion | kategoria | posted in | filed under | cat links
language | lang | in language
telephone | phone | phone number | tel | telephone number | contact number | telefon | telefono | telefonnummer | telephone numero | numero de telephone | telefoonnummer | 電話 | 電話番号 | telefoon | telefon kontaktowy
email | email address | mail | e mail | contact email | courriel | correo | correo electronico | メール | メールアドレス
address | street address | location address | where to find us | how to find us | visiting address | adresse | direccion | anschrift | indirizzo | 所在地 | 住所 | ubicacion | domicilio | postal address | adres | morada | endereco
location | place | venue | where | job location | place of work | workplace | work location | area | lieu | ort | lugar | standort | arbeitsort | ubicacion | localizacion | 場所 | 勤務地 | エリア
venue | location name
city | address locality | locality | town | stadt | ville | ciudad
postal code | zip | zip code | postcode | post code | plz
country | address country | where
region | address region | state | province
keywords | tags | keyword | taglist | tag list | topics | schlagworter | tagged | tag | schlagwort | etiquettes | etiquetas | tagi
color | colour | farbe | couleur | kleur | colore | colori | cor | cores | kolor | kleuren | farg | цвет | 色 | カラー | 颜色 | 색상 | renk
ingredients | recipe ingredient | ingredientes | zutaten | ingredienti | 材料 | skladniki
steps | method | instructions | directions | recipe instructions | elaboracion | zubereitung | preparation steps | preparation | pasos | etapes | modo de preparacion | 作り方 | 手順 | kroki | wykonanie | sposob przygotowania | przygotowanie | procedimento | preparazione
servings | yield | recipe yield | serves | portions | raciones | portionen | porciones | personnes | porties | pour | raciones para | comensales | 人数 | porcje | liczba porcji | porzioni | porcoes | dosi
prep time | preparation time | preparation | preparacion | vorbereitung | vorbereitungszeit | temps de preparation | temps preparation | tiempo de preparacion | zubereitungszeit | prep | 準備時間 | 調理準備 | czas przygotowania | tempo di preparazione | tempo de preparo
cook time | cooking time | cooking | coccion | kochzeit | garzeit | cuisson | temps de cuisson | temps cuisson | tiempo de coccion | backzeit | cook | 調理時間 | czas gotowania | czas pieczenia | tempo di cottura | tempo de cozimento
difficulty | dificultad | schwierigkeit | difficulte
salary | base salary | annual salary | yearly salary | annual pay | earnings | pay | wage | compensation | gehalt | salaire | salario | verdienst | remuneration | sueldo | 給与 | 年収 | 月給
salary min | min salary | minimum salary
salary max | max salary | maximum salary
company | company name | hiring organization | employer | organization | organisation | unternehmen | firma | arbeitgeber | entreprise | empresa | societe | 会社 | 会社名 | 企業名
employment type | job type | contract type | type | commitment | contract
founded | founding date | established | year founded | since
quantity | qty | count | pieces | units | number
weight | gewicht | mass | poids | peso | 重量 | 重さ | waga | вес | масса | 质量 | 무게
duration | length | total time | running time | runtime | travel time | dur | dauer | duree | duracion | 所要時間
departure | depart | departs | departure time | dep
arrival | arrive | arrives | arrival time | arr
opening hours | hours | opening times | business hours | open times | open | offnungszeiten | horaires | horaires d ouverture | horario | horarios | horario de apertura | openingstijden | 営業時間 | 開館時間 | orari | orario | godziny otwarcia | sprechzeiten | heures d ouverture | 受付時間
points | pts | score | punkte | puntos
position | rank | pos | pozycja | miejsce | platz | rang | posicion | posizione | posicao | positie | 順位
place | rank | pos | standing
played | p | games played | matches played | mp | gp | spiele | pj | matches
wins | w | won | victories | siege
draws | d | drawn | ties | draw
losses | l | lost
position | role | job | job title | function | occupation | profession | post held
tutor | teacher | instructor | lecturer | trainer | taught by | led by | teacher name | speaker | 講師 | dozent | dozentin | lehrer | lehrerin | professeur | enseignant | profesor | profesora | docente | insegnante | prowadzacy | kursleitung
temperature | temp
high | hi | max temp | maximum temperature
low | lo | min temp | minimum temperature
votes | upvotes | score
condition | item condition | cond
calories | energy | kalorie | kcal | kalorien | calorias | kilocalories
question | q
population | inhabitants | einwohner | habitants | habitantes | 人口
requirements | what we look for | qualifications | your profile | what you bring | who you are | skills | you have | ihr profil | anforderungen | what you need | profil | profil recherche | requisitos | voraussetzungen | 応募資格 | 必須条件 | wat vragen wij | wat vragen we | wat wij vragen | jouw profiel | functie eisen | cosa cerchiamo | requisiti | wymagania | o que procuramos | que buscamos | ce que nous recherchons | was wir erwarten | das bringst du mit | das bringen sie mit
benefits | what we offer | perks | we offer | our offer | wir bieten | why join us | advantages | avantages | beneficios | was wir bieten | ofrecemos | 福利厚生 | wat bieden wij | wat bieden we | wat wij bieden | arbeidsvoorwaarden | cosa offriamo | offriamo | oferujemy | o que oferecemos | oferecemos | nous offrons | ce que nous offrons | das bieten wir | das bieten wir dir
responsibilities | what you will do | tasks | duties | your role | the role | what you'll do | ihre aufgaben | your tasks | missions | vos missions | funciones | aufgaben | tareas | 業務内容 | 仕事内容 | wat ga je doen | functieomschrijving | mansioni | obowiazki | zakres obowiazkow | responsabilidades | das machst du | deine aufgaben | vos missions
features | highlights | key features | facilities | amenities | ausstattung | equipamiento | equipement | 設備
contents | what's in the box | in the box | box contents | what's included | included | package contents | scope of delivery
goals for | gf | goals scored | scored | for | tore
goals against | ga | goals conceded | conceded | against | gegentore
goal difference | gd | goal diff | tordifferenz | difference de buts
reason | why | cause | grund | motif | motivo | 理由
total | line total | amount | total price | sum
market cap | market capitalisation | market capitalization | marktkapitalisierung
ticker | symbol | ticker symbol | stock symbol
closed on | closed | closing day | rest day | ruhetag | jour de fermeture | ferme | cerrado | 定休日 | 休館日 | 休業日
opened | opening date | open since | eroffnet | オープン日 | 開業日
seats | seating | seating capacity | number of seats | capacity | sitzplatze | 席数
floor | storey | stock | etage | etagen | planta | 階 | 階数
size | area | living area | floor area | living space | surface | wohnflache | superficie | 面積 | 専有面積
bedrooms | bedroom | number of bedrooms | camere da letto | camere | chambres | dormitorios | habitaciones | slaapkamers | schlafzimmer | quartos | sypialnie | 寝室
total time | gesamtzeit | temps total | tiempo total | tempo totale | tempo total | totale tijd | czas calkowity | 合計時間
sunrise | lever du soleil | sonnenaufgang | amanecer | salida del sol | alba | nascer do sol | zonsopgang | wschod slonca | 日の出
sunset | coucher du soleil | sonnenuntergang | atardecer | puesta del sol | tramonto | por do sol | zonsondergang | zachod slonca | 日の入り
feels like | apparent temperature | ressenti | gefuhlt | sensacion termica | percepita | sensacao termica | gevoelstemperatuur | odczuwalna | 体感温度
fax | fax number | telefax | faxnummer | ファクス | ファックス
rent | monthly rent | rent per month | price per month | kaltmiete | miete | loyer | alquiler | 賃料 | 家賃
deposit | security deposit | kaution | caution | depot de garantie | fianza | 敷金
available from | available | availability date | move in date | move in | frei ab | bezugsfrei ab | verfugbar ab | disponible a partir de | disponible desde | 入居可能日 | libero da | libero dal | beschikbaar vanaf | disponivel a partir de | dostepne od
parking | parking space | stellplatz | garage | 駐車場 | posti auto | posto auto | plazas de garaje | plaza de garaje | estacionamento | lugar de garagem | parkeerplaats | parkeren | parkplatz | parkplatze | miejsce parkingowe | stationnement
year built | built | baujahr | construction year | year of construction | annee de construction | ano de construccion | 築年月 | 築年 | anno di costruzione | anno costruzione | bouwjaar | ano de construcao | rok budowy | constructed | completed
payment | payment methods | payment options | zahlungsarten | moyens de paiement | formas de pago | 支払い方法 | 支払方法
budget | 予算
reference | reference number | ref | reference no | kennziffer | referenznummer | job id | stellen id | case number | notice number | numero de reference | ref | no de reference | referenz | numer ogloszenia | vacaturenummer | referentie | riferimento | referencia | numer referencyjny | vacancy number | aktenzeichen | geschaftszeichen
contact | contact person | recruiter | application contact | ansprechpartner | ansprechpartnerin | interlocuteur | persona de contacto | 担当者 | referente | contactpersoon | pessoa de contacto | osoba kontaktowa | pressekontakt | press contact | media contact
ram | memory | arbeitsspeicher | memoire vive | memoria ram | メモリ
storage | storage capacity | ssd | speicher | stockage | almacenamiento | ストレージ
screen size | display | display size | screen | bildschirm | bildschirmgrosse | ecran | taille ecran | pantalla | 画面サイズ
team | staff | our team | people | equipo | equipe | das team | mitarbeiter
version | ver | release | version number | release version
fuel | fuel type
transmission | gearbox | gear
owners | previous owners | number of owners | former owners
department | dept | faculty | team | division | unit | business unit | abteilung
ceo | chief executive | chief executive officer | managing director | general manager | geschaftsfuhrer | directeur general | amministratore delegato
headquarters | hq | head office | main office | headquartered in | hauptsitz | siege social | sede | sede central | hoofdkantoor | siedziba | 本社
location | based in
city | based in | lives in | home city
founded | founding year | founding date | year founded | year established | established | foundation | est
employees | employee count | number of employees | staff | staff size | headcount | workforce | company size | team size
revenue | annual revenue | turnover | annual turnover | yearly revenue | sales | annual sales
industry | sector | industry sector | business sector | field | line of business | branche | secteur | settore | branza | 業種
website | homepage | home page | web | web site | website url | company website
warranty | guarantee | warranty period | guarantee period | garantie | garantia | garanzia | gwarancja | garantieperiode | гарантия | 保証 | 保証期間 | 保修 | 보증
maintainer | maintained by | owner | package owner
author | recipe by | article by | story by | recipe author | created by
downloads | weekly downloads | download count | number of downloads | total downloads
customer | client | billed to | bill to | invoice to | invoiced to | buyer | customer name | client name | rechnungsempfanger | cliente
total | amount due | total due | total amount | grand total | balance due | invoice total | amount payable | gesamtbetrag | montant total | importe total
invoice date | issue date | issued | date issued | issued on | date of issue | rechnungsdatum | date de facture
due date | due | payment due | payment due date | pay by | due by | payable by | fallig | echeance | vencimiento
purchase order | po number | purchase order number | po | order number
status | payment status | invoice status | order status | state
difficulty | difficulty level | level | skill level
level | course level | suitable for | for whom
agent | listing agent | estate agent | real estate agent | listed by | realtor | agency | broker | makler
bathrooms | baths | number of bathrooms | bathroom count | bader | salles de bain | banos | bagni
bedrooms | beds | bedroom count | number of bedrooms
reading time | read time | time to read | read | min read | minutes to read | lesezeit | temps de lecture
comments | comment count | number of comments | num comments | kommentare | commentaires | comentarios
places left | spots left | seats left | spaces left | places available | spots available | free places | free spots | remaining places | remaining spots | open places | freie platze
requirements | requires | system requirements | needs | prerequisites
released | release date | last release | last published | latest release | publish date | launch date | launched | launch | launched on | lancamento | data de lancamento | lanzamiento | fecha de lanzamiento | fecha de salida | erscheinungsdatum | erscheinungstermin | erschienen | erschienen am | markteinfuhrung | date de sortie | sortie | date de parution | parution | data di uscita | uscita | lancio | releasedatum | verschijningsdatum | data premiery | premiera | data wydania | 発売日 | 発売 | リリース日 | дата выхода | дата релиза | 发布日期 | 上市日期 | 발매일 | 출시일 | cikis tarihi
version | latest version | current version | newest version
size | file size | unpacked size | download size | package size
organization | works at | works for | affiliation | employer | company
assignee | assignees | assigned | assigned to | responsible
license | licence | licensed under | lizenz
sessions | number of sessions | lessons | 回数 | termine | seances | sesiones | lezioni
capacity | places | max participants | max attendees | maximum attendee capacity | attendees | group size | 定員 | plazas | posti | plaetze | platze
speaker | presenter | host | who | with
organizer | organized by | host | hosted by | run by | veranstalter | organisateur | organizador | organizzatore | organisator | organizator | 主催
publisher | publishing house | published by | imprint | verlag | editeur | editorial | editore | uitgever | wydawnictwo | 出版社
cuisine | serves cuisine | food | food type | type of food | kitchen | kuche | cocina | cucina | keuken | kuchnia
nationality | citizenship | staatsangehorigkeit | nationalite | nacionalidad | nazionalita | nationaliteit
pages | page count | number of pages | pp | seiten | seitenzahl | nombre de pages | paginas | pagine
format | binding | book format | einband | reliure | encuadernacion
sender | from | sent by | shipper | absender | expediteur | remitente | mittente | nadawca | 差出人
dimensions | size | measurements | product dimensions | item dimensions | abmessungen | dimensiones | dimensioni | afmetingen | wymiary
publication year | year of publication | year published | release year | year of release | year | published | released | release date | date published | erscheinungsjahr | annee de parution
age limit | minimum age | age restriction | age restrictions | age rating | age requirement | content rating | age | mindestalter | altersfreigabe
pages | number of pages | page count | print length | seitenzahl | seiten | nombre de pages
organizer | organiser | organized by | organised by | hosted by | veranstalter | organisateur | organizador
users | number of users | team members | seats | user limit
cancellation | cancellation policy | cancellation terms | cancellation period | notice period | notice | kundigungsfrist
trial | free trial | trial period | trial length
working hours | hours | hours per week | weekly hours | arbeitszeit
seller | sold by | merchant | verkaufer | vendeur | vendedor | venditore | verkoper | sprzedawca
recipient | to | ship to | delivered to | empfanger | destinataire | destinatario | odbiorca | 宛先
dishwasher safe | dishwasher proof | dishwasher | spulmaschinenfest | spulmaschinengeeignet | spulmaschinentauglich | geschirrspulerfest | lave vaisselle | compatible lave vaisselle | passe au lave vaisselle | lavavajillas | apto para lavavajillas | apta para lavavajillas | lavastoviglie | lavabile in lavastoviglie | lava loucas | pode ir a lava loucas | vaatwasserbestendig | vaatwasmachinebestendig | mozna myc w zmywarce | do zmywarki | 食洗機対応 | 食器洗い機対応 | 可用洗碗机
microwave safe | microwaveable | mikrowellengeeignet | mikrowellenfest | micro ondes | compatible micro ondes | microondas | apto para microondas | microonde | adatto al microonde | magnetronbestendig | 電子レンジ対応
machine washable | washable | waschbar | maschinenwaschbar | lavable | lavable en machine | lavable a maquina | lavabile | lavabile in lavatrice | lavavel | wasbaar | machinewasbaar | 洗濯機対応
waterproof | water resistant | wasserdicht | wasserfest | impermeable | etanche | resistente al agua | impermeabile | impermeavel | resistente a agua | waterdicht | wodoodporny | wodoodporna | 防水
vegan | vegane | vegano | vegana | veganistisch | weganski | ヴィーガン | ビーガン | веганский
vegetarian | vegetarisch | vegetarien | vegetarienne | vegetariano | vegetariana | wegetarianski | ベジタリアン
gluten free | glutenfrei | sans gluten | sin gluten | senza glutine | sem gluten | glutenvrij | bezglutenowy | bez glutenu | グルテンフリー | без глютена
lactose free | laktosefrei | sans lactose | sin lactosa | senza lattosio | sem lactose | lactosevrij | bez laktozy
pets allowed | pet friendly | pets | haustiere | haustiere erlaubt | animaux | animaux acceptes | animaux admis | mascotas | se admiten mascotas | admite mascotas | animali | animali ammessi | animais | aceita animais | huisdieren | huisdieren toegestaan | zwierzeta | ペット | ペット可
wheelchair accessible | wheelchair access | barrierefrei | rollstuhlgerecht | acces fauteuil roulant | accessible aux fauteuils roulants | accesible en silla de ruedas | acceso para sillas de ruedas | accessibile in sedia a rotelle | acessivel a cadeira de rodas | acessivel | rolstoeltoegankelijk | バリアフリー | 車椅子対応
smoking allowed | smoking | rauchen | rauchen erlaubt | fumeurs | fumadores | fumatori | roken | palenie | 喫煙
furnished | mobliert | meuble | amueblado | arredato | mobilado | mobiliado | gemeubileerd | umeblowane | 家具付き
free shipping | free delivery | kostenloser versand | versandkostenfrei | gratisversand | livraison gratuite | envio gratis | envio gratuito | spedizione gratuita | frete gratis | portes gratis | gratis verzending | darmowa dostawa | 送料無料
rechargeable | wiederaufladbar | aufladbar | recargable | ricaricabile | recarregavel | oplaadbaar | 充電式
breakfast included | fruhstuck inbegriffen | fruhstuck inklusive | petit dejeuner inclus | petit dejeuner compris | desayuno incluido | colazione inclusa | cafe da manha incluso | pequeno almoco incluido | ontbijt inbegrepen | 朝食付き
refundable | erstattbar | remboursable | reembolsable | rimborsabile | reembolsavel | restitueerbaar
air conditioning | air conditioned | klimaanlage | climatisation | aire acondicionado | aria condizionata | ar condicionado | airco | klimatyzacja | エアコン
handmade | hand made | handgemacht | handgefertigt | fait main | hecho a mano | fatto a mano | feito a mao | handgemaakt | 手作り
material | materials | werkstoff | matiere | matieres | materiale | materiaal | 素材 | 材質 | материал | 材料
country of origin | made in | origin | herkunft | herkunftsland | ursprungsland | pays d origine | pais de origen | paese di origine | pais de origem | origem | land van herkomst | kraj pochodzenia | 原産国 | 生産国 | страна производства
delivery time | delivery | lieferzeit | delai de livraison | plazo de entrega | tiempo de entrega | tempi di consegna | prazo de entrega | levertijd | czas dostawy
model | model name | modell | modele | modelo | modello | モデル | модель | 型号
`;

/** Words that mean the same when they stand alone in a question or a name. */
const WORDS = `
cost price fee fare charge fine preis precio prix expensive cheap kostet kosten coute cuesta kost prijs costa
heavy weight weigh gewicht schwer zwaar peso poids
tall height high hoch
deep depth
late overdue
wide width
long length duration dauer
old age
big size large
telephone phone tel telefon telefonnummer telefono numero
email mail
founded established founding
maximum max
minimum min
city town locality
author writer wrote schrieb escribio geschrieben ecrit
picture photo image
film movie
car vehicle
job position
employ employee staff
company firm business
opening open hours ouvrent ouverture
need require must
license licence
bedroom bed
bathroom bath
benefit perk offer
discount rabatt remise descuento
deadline closing
thunderstorm storm
marry marriage spouse
windy wind
sunny sun
rainy rain
temperature temp
fund finance
amount betrag montant importe sum
photograph photo
mileage mile miles
teach teacher tutor instructor lecturer
lose losses loss
trial try
author autor
sound speaker
valid validity
team club
signed signature
capitalisation capitalization
`;

const QUALIFIERS = new Set([
  'the',
  'of',
  'a',
  'per',
  'in',
  'is',
  'and',
  'for',
  'to',
  'at',
  'on',
  'de',
  'du',
  'der',
  'del',
]);

/** Where these stand last, what follows them is of another kind than the word before. */
const OPEN_ENDS = new Set(['in', 'to', 'for']);

const byPhrase = new Map<string, number[]>();
for (const [index, line] of LINES.trim().split('\n').entries()) {
  for (const phrase of line.split('|')) {
    const words = nameWords(phrase);
    // Who asks is read without the little words: "year of publication" is known as "year publication" too.
    const telling = words.filter((word) => !QUALIFIERS.has(word));
    // But what was "posted in" is not when it was posted.
    const isOpen = OPEN_ENDS.has(words.at(-1) ?? '');
    for (const key of new Set([words, isOpen ? words : telling].map((each) => each.join(' '))))
      byPhrase.set(key, [...(byPhrase.get(key) ?? []), index]);
  }
}

const byWord = new Map<string, ReadonlySet<number>>();
for (const [index, line] of [...WORDS.trim().split('\n'), ...SENSES.trim().split('\n')].entries()) {
  for (const word of wordsOf(line).map(stem)) byWord.set(word, new Set([...(byWord.get(word) ?? []), index]));
}

/** Whether two names, in words, stand for the same thing. */
export function isSameThing(one: string[], other: string[]): boolean {
  const mine = byPhrase.get(one.join(' '));
  const theirs = byPhrase.get(other.join(' '));
  return mine !== undefined && theirs !== undefined && mine.some((index) => theirs.includes(index));
}

/** Whether the name, or its last word, is one for something that has a name here. */
export function isKnown(words: string[]): boolean {
  return byPhrase.has(words.join(' ')) || byPhrase.has(words.at(-1) ?? '');
}

/** Whether a name, in words, stands for something we know: `isThing(nameWords('cost'), 'price')`. */
export function isThing(words: string[], thing: string): boolean {
  return isSameThing(words, nameWords(thing));
}

/** Whether two names have the same letters: `timezone` and "Time zone". */
export function isSameName(one: string[], other: string[]): boolean {
  const [mine, theirs] = [one, other].map((words) => words.join('').replace(/e$/, ''));
  return mine !== '' && mine === theirs;
}

/** Whether two stems say the same. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const senses = byWord.get(one);
  const others = senses && byWord.get(other);
  if (!others) return false;
  for (const sense of senses) if (others.has(sense)) return true;
  return false;
}

/** `sponsor` and `sponsorship`, `schützt` and `geschützt`: one grows out of the other. */
export function isGrownFrom(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 5) return false;
  // Verbs of other languages change their ends: `remplacer`, `remplacez`.
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  if (same >= 6 && same >= long.length * 0.7) return true;
  return (
    (long.length - short.length <= 4 && long.startsWith(short)) ||
    long === `ge${short}` ||
    isCompound(short, long)
  );
}

/** German: `bewerben` in `Bewerbungsfrist`. */
function isCompound(short: string, long: string): boolean {
  return short.length >= 7 && short.endsWith('en') && long.startsWith(short.slice(0, -2));
}

/**
 * How well a name on the page answers to an asked name: 1 the same, 0 not at all. `Price (EUR)` answers to `price`,
 * `product-card__price` too, but less.
 */
export function nameMatch(asked: string[], candidate: string[]): number {
  if (isSameName(asked, candidate)) return 1;
  const mine = asked.filter((word) => !QUALIFIERS.has(word));
  // What something is "made in" is not who makes it.
  const last = candidate.at(-1) ?? '';
  const isOpen = last === 'in' && asked.at(-1) !== last;
  const theirs = candidate.filter(
    (word, at) => !QUALIFIERS.has(word) || (isOpen && at === candidate.length - 1),
  );
  if (mine.length === 0 || theirs.length === 0) return 0;
  if (mine.join(' ') === theirs.join(' ')) return 1;
  if (isSameThing(mine, theirs) || isSameThing(asked, candidate)) return 0.9;
  const isIn = (word: string, list: string[]) => list.some((each) => isSameWord(each, word));
  const found = mine.filter((word) => isIn(word, theirs)).length;
  if (found === mine.length) {
    // The last word is what the thing is: `card-price` is a price, `price-table` is not.
    const isHead = isSameWord(theirs.at(-1) ?? '', mine.at(-1) ?? '');
    return (isHead ? 0.6 : 0.45) + 0.25 * (found / theirs.length);
  }
  const covered = theirs.filter((word) => isIn(word, mine)).length;
  if (covered === theirs.length) return 0.4 + 0.3 * (covered / mine.length);
  const tails = theirs.slice(-2).join(' ');
  if (theirs.length > 1 && (isSameThing(mine, theirs.slice(-1)) || isSameThing(mine, [tails]))) return 0.55;
  return 0;
}
