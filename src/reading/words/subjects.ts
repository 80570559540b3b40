import { stem } from './words.ts';

/** Words for what a page is about that the page itself need not use. */
export const SUBJECTS = new Set(
  'product item book article post company firm order recipe hotel event job page site shop store business organization car paper thing terms flat apartment house place poem story song repository repo project library package thread topic study restaurant listing property team vehicle device match game concert film movie house apartment receta rezept recette ricetta articulo artikel pagina seite producto produkt produit course class workshop lesson trip tour museum plan dish notice document letter report laptop phone race show podcast episode part piatto plat plato gericht danie prato 料理 prodotto kurs cours curso corso 講座 商品 zimmer chambre habitacion camera 部屋 fahrkarte billet billete biglietto bilet チケット equipo equipe squadra mannschaft ristorante ristoranti haus maison casa wohnung appartement piso buch livre libro ksiazka 本 spiel juego jeu gioco przepis ksiazka hotel'
    .split(' ')
    .map(stem),
);
