/**
 * What a word means, over the languages that pages come in: a caller's English key finds an Italian label, and an English
 * question a German page. One line is one sense; words that mean something common in another language are left out.
 */
export const SENSES = `
starter starters appetizer appetizers appetiser antipasto antipasti vorspeise vorspeisen entrante entrantes voorgerecht voorgerechten przystawka przystawki 前菜
dessert desserts pudding puddings dolce dolci postre postres nachspeise nachspeisen nachtisch sobremesa sobremesas nagerecht nagerechten deser desery デザート
floor storey etage piano piani planta andar verdieping pietro piso 階
room zimmer piece pieces locale locali vani habitacion habitaciones quarto quartos divisoes kamer kamers pokoj pokoje 部屋
bedroom bed schlafzimmer chambre chambres camere dormitorio dormitorios slaapkamer slaapkamers sypialnia 寝室
bathroom bath badezimmer bad bagno bagni bano banos banheiro badkamer badkamers lazienka 浴室
elevator lift aufzug fahrstuhl ascenseur ascensore ascensor elevador winda エレベーター
balcony balkon balcon balcone balcao バルコニー
garden garten jardin giardino jardim tuin ogrod 庭
energy energie energetica energetico energetique energetische energetyczna energia エネルギー
class klasse classe clase klasa クラス
year jahr jahre annee annees anno anni ano anos jaar rok lata 年
construction construct built baujahr gebaut costruzione construccion construido construcao construit bouwjaar budowa budowy 建築
surface area flache superficie oppervlakte powierzchnia 面積
fee fees charge charges gebuhr gebuhren frais spese gastos taxas kosten oplata oplaty 手数料
condo condominium condominio copropriete hausgeld nebenkosten 管理費
monthly month monat monatlich mois mensuel mese mensile mes mensual maand maandelijks miesiac miesiecznie 月額 毎月
week weekly woche wochen wochentlich semaine semaines hebdomadaire settimana settimane settimanale semana semanas semanal wekelijks tydzien tygodni tygodniowo 週
day daily tag tage taglich jour jours quotidien giorno giorni dia dias diario dag dagen dzien dni 日
hour hourly stunde stunden heure heures ora ore hora horas uur uren godzina godzin 時間
minute minuten minuti minutos minut minuty 分
employee staff employ mitarbeiter mitarbeiterinnen beschaftigte dipendenti empleados funcionarios medewerkers werknemers pracownicy pracownikow 従業員
revenue turnover umsatz omzet fatturato facturacion faturamento ingresos przychody 売上
profit gewinn benefice utile beneficio lucro winst zysk 利益
dividend dividende dividendo dywidenda 配当
founded establish established founding gegrundet gegrundete fondee fonde fondata fondato fundada fundado opgericht zalozona zalozony 設立
owner eigentumer inhaber proprietaire proprietario propietario eigenaar wlasciciel 所有者
designer designed design architect entworfen architekt architecte architetto arquitecto arquiteto architect ontworpen projektant 設計
operator operate operates betreiber exploitant gestore operador exploitatie operator 運営
height hohe hauteur altezza altura hoogte wysokosc 高さ
width breite largeur larghezza anchura largura breedte szerokosc 幅
length lange longueur lunghezza longitud comprimento lengte dlugosc 長さ
depth tiefe profondeur profondita profundidad profundidade diepte glebokosc 深さ
weight weigh gewicht poids peso waga masa 重量 重さ
speed geschwindigkeit vitesse velocita velocidad velocidade snelheid predkosc 速度
distance entfernung distanz distanza distancia afstand odleglosc 距離
depart departure abfahrt depart partenza salida partida vertrek odjazd 出発
arrive arrival ankunft arrivee arrivo llegada chegada aankomst przyjazd 到着
platform gleis quai voie binario anden plataforma spoor peron ホーム
team club drużyna druzyna mannschaft equipe squadra equipo equipa ploeg チーム
player spieler joueur giocatore jugador jogador speler zawodnik 選手
goal goals tore buts reti goles gols doelpunten bramki bramek ゴール
scorer strzelcy strzelec strzelcem torschutze torschutzen buteur buteurs marcatori goleador goleadores 得点者
match game spiel spiele partita partido partidos jogo wedstrijd mecz mecze 試合
win won wins siege victoires vittorie victorias vitorias gewonnen zwyciestwa
draw draws unentschieden nuls pareggi empates gelijk remisy
loss losses lose lost niederlagen defaites sconfitte derrotas verloren porazki porazek
point points pts punkte punti puntos pontos punten pkt punkty punktow 勝点
stadium venue ground stadion stade stadio estadio estadion 会場
venue ort veranstaltungsort lieu luogo lugar recinto local lokatie locatie miejsce 会場
stage buhne scene palco escenario podium
free gratis kostenlos gratuit gratuite gratuits gratuita gratuito gratuiti gratuitos gratuitas bezplatny bezplatne darmowe 無料
price preis prix prezzo precio preco prijs cena 価格
salary pay gehalt salaire stipendio salario sueldo ordenado salaris wynagrodzenie pensja 給与
contract vertrag contrat contratto contrato contract dienstverband umowa 契約
permanent unbefristet cdi indeterminato indefinido vast efetivo staly
temporary befristet cdd determinato temporal tijdelijk temporario
experience erfahrung experiencia esperienza ervaring experiencia doswiadczenie 経験
education ausbildung formation istruzione formacion opleiding wyksztalcenie 学歴
application apply applicant bewerbung bewerben candidature candidatura solicitud candidarse sollicitatie solliciteren reageren aplikacja zgloszenia inscription inscripcion iscrizione inscricao anmeldung 申込 応募
deadline closing frist schluss cloture scadenza plazo prazo sluitingsdatum termin 締切 期限
start begin begins beginn anfang debut inizio inicio comienzo aanvang poczatek start startdatum 開始
end ends ende fin fine einde koniec fim 終了
publish published post posted list listed veroffentlicht publie pubblicato publicado gepubliceerd geplaatst opublikowano 公開 掲載
update updated aktualisiert geandert modifie aggiornato actualizado atualizado bijgewerkt gewijzigd zaktualizowano 更新
duration dauer duree durata duracion duracao duur czas 期間
warranty guarantee guaranteed garantie garanzia garantia gwarancja 保証
return returns ruckgabe rucksendung retour retours reso resi devolucion devoluciones devolucao retourneren zwrot zwroty 返品
refund refundable erstattung remboursement remboursable rimborso rimborsabile reembolso reembolsable terugbetaling 返金
shipping delivery versand lieferung livraison expedition spedizione consegna envio entrega verzending bezorging levering wysylka dostawa 配送
sender absender expediteur mittente remitente remetente afzender nadawca
recipient empfanger destinataire destinatario ontvanger odbiorca
parcel package shipment sendung paket colis pacco paquete encomenda pakket paczka przesylka 荷物
heavy schwer lourd pesante pesado zwaar ciezki
review reviews bewertung bewertungen rezension avis recensioni recensione opiniones resenas avaliacoes beoordelingen recensies opinie 口コミ レビュー
color colour farbe couleur colore cor kleur kolor 色
size grosse taille taglia dimensioni talla tamano tamanho maat rozmiar サイズ
material stoff matiere materiale tessuto materiaal 素材
brand marke marque marca merk marka ブランド
stock vorrat lager magazzino voorraad magazynie 在庫
ingredient zutat zutaten ingredienti ingrediente ingredientes ingredienten skladniki 材料
serving servings portion portionen portions porzioni raciones porcoes porties porcje 人前
preparation prep vorbereitung preparazione preparacion preparo voorbereiding przygotowanie 準備
calories kalorien calorie calorias calorieen kalorie カロリー
temperature temperatur temperatura temperatuur 気温 温度
humidity luftfeuchtigkeit humidite umidita humedad humidade luchtvochtigheid wilgotnosc 湿度
rain regen pluie pioggia lluvia chuva deszcz 雨 降水
wind vent vento viento wiatr 風
gust boe boen rafale rafales raffiche rachas rajadas windstoten porywy
sunrise sonnenaufgang alba amanecer zonsopgang wschod
sunset sonnenuntergang tramonto atardecer zonsondergang zachod
water wasser eau acqua agua woda 水
wave welle wellen vague vagues onde olas ondas golven fale 波
country land pays paese pais kraj 国
city town stadt ville citta ciudad cidade stad miasto 市
municipality gemeinde commune comune municipio gmina gemeente 自治体
district stadtteil viertel bezirk quartier quartiere zona barrio bairro wijk dzielnica 地区
street strasse rue strada calle rua straat ulica 通り
agency makler agence agenzia agencia makelaar agencja 不動産会社
employer arbeitgeber employeur datore empleador empregador werkgever pracodawca 雇用主
department abteilung service reparto departamento afdeling dzial 課 部署
contact kontakt ansprechpartner contatto contacto contato contactpersoon referente interlocutor osoba 担当
fax ファクス ファックス telefax
president chair chairman vorsitzende vorsitzender vorstandsvorsitzende vorstandsvorsitzender presidente presidentes voorzitter prezes 代表
ceo vorstandsvorsitzende vorstandsvorsitzender geschaftsfuhrer geschaftsfuhrerin pdg amministratore delegado prezes 社長
director leiter leiterin directeur direttore director diretor dyrektor 所長
adult adults erwachsene erwachsener adulte adultes adulto adulti adultos volwassene volwassenen dorosli 大人 一般
child children kinder kind enfant enfants bambino bambini ninos nino criancas kinderen dzieci 子供 小人
student students studenten etudiant etudiants studente studenti estudiante estudiantes estudante studenci 学生
senior seniors senioren rentner pensionati jubilados idosos ouderen seniorzy 高齢者 シニア
group gruppe gruppen groupe groupes gruppo gruppi grupo grupos groep grupa 団体
discount rabatt remise reduction sconto descuento desconto korting znizka 割引
ticket tickets karte karten eintrittskarte billet billets biglietto biglietti entrada entradas bilhete kaartje bilet bilety チケット
opening offnung ouverture apertura abertura opening otwarcia
closed geschlossen ferme chiuso cerrado encerrado encerra fechado gesloten zamkniete 休業 休み
plot plots parzelle parcelle lotto parcela perceel dzialka 区画
annual yearly year jahrlich annuel annuelle annuo annuale anual jaarlijks roczna rocznie 年間
age alter alt eta edad idade leeftijd wiek 年齢 歳
vegetarian vegetarians vegetarisch vegetarische vegetarien vegetarienne vegetariano vegetariana vegetarianos vegetariani wegetarianskie
category kategorie categorie categoria kategoria カテゴリ
author autor autorin auteur autore auteur 著者
restaurant restaurante ristorante restauracja gaststatte レストラン
seat seats platz platze places posti plazas lugares plaatsen miejsca 席 定員
order bestellung commande ordine pedido bestelling zamowienie 注文
bill invoice rechnung facture fattura factura fatura factuur faktura 請求書
tax steuer steuern mwst tva iva btw vat podatek 税
language sprache langue lingua idioma taal jezyk 言語
license licence lizenz licenza licencia licenca licentie licencja ライセンス
meeting versammlung hauptversammlung assemblee assemblea junta reunion vergadering zebranie 総会
buyback ruckkauf aktienruckkauf aktienruckkaufs rachat riacquisto recompra inkoop
processing process decision bearbeitung bearbeitungszeit traitement elaborazione tramitacion behandeling rozpatrzenie 処理 審査
forest wald foret foresta bosque floresta bos las 森
population einwohner habitants abitanti habitantes inwoners mieszkancow mieszkancy 人口
share aktie aktien action azione accion acao aandeel akcja 株
previous prior vorjahr precedent precedente anterior vorig poprzedni 前年
job jobs arbeitsplatz arbeitsplatze emploi emplois posti puestos empregos banen miejsca
condition status wetter meteo estado stato
guest guests gast gaste personne personnes persona persone personas pessoas personen osob osoby 名
supplier vendor lieferant fournisseur fornitore proveedor fornecedor leverancier dostawca
dog dogs hund hunde chien chiens cane cani perro perros cachorro honden pies psy 犬
pet pets haustier haustiere animaux animali mascotas animais huisdieren zwierzeta ペット
door doors turen portes porte puertas portas deuren drzwi
vegan vegane vegano vegana
wheelchair rollstuhl fauteuil carrozzina ruedas rodas rolstoel wozek 車椅子
breakfast fruhstuck petit-dejeuner colazione desayuno ontbijt sniadanie 朝食
reservation booking reservierung buchung prenotazione reserva reservering rezerwacja 予約
parking parkplatz parkplatze stellplatz parcheggio aparcamiento estacionamiento estacionamento parkeren parkeerplaats 駐車 駐車場
position rank pozycja platz posicion posizione 順位
range reichweite portee portata alcance bereik zasieg
`;
