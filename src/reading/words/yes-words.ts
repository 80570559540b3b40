/** Yes, no, and whether a thing can be had, in the languages that most pages are written in. Lower case. */

export const YES_WORDS =
  'yes true y ja oui si sí sì sim tak да так igen evet kyllä joo ναι da có ya हाँ हां হ্যাঁ نعم כן'.split(' ');
export const NO_WORDS =
  'no false n nein non nee niet nie nej nei ei não nao нет ні nem hayır όχι ne không tidak नहीं না لا לא'.split(
    ' ',
  );

/** Scripts without spaces: what stands behind a single sign may make it another word. */
export const YES_SIGNS = ['はい', '有り', '有', 'あり', '是', '可', '예', '네'];
export const NO_SIGNS = ['いいえ', '無し', '無', 'なし', '否', '无', '不可', '아니요', '아니오'];

/** Words by themselves beside a thing in stock, and beside one out of stock. */
export const IN_STOCK =
  `in stock, available now, auf lager, vorrätig, lieferbar, sofort lieferbar, sofort verfügbar, verfügbar,
en stock, disponible, en existencia, en existencias, hay existencias, disponibile, in magazzino,
disponível, disponíveis, em estoque, em stock, op voorraad, leverbaar, beschikbaar, dostępny, dostępna,
dostępne, na stanie, w magazynie, i lager, finns i lager, på lager, varastossa, skladem, raktáron,
în stoc, stokta, stokta var, в наличии, есть в наличии, в наявності, διαθέσιμο, còn hàng, tersedia,
متوفر, متاح, 在庫あり, 在庫有り, 在庫があります, 在庫あります, 残りわずか, 有货, 有現貨, 有库存, 现货, 재고 있음, 구매 가능`.split(
    /,\s+/u,
  );
export const OUT_OF_STOCK =
  `out of stock, sold out, currently unavailable, unavailable, not available, not in stock,
temporarily out of stock, ausverkauft, vergriffen, nicht verfügbar, nicht lieferbar, nicht auf lager,
nicht vorrätig, derzeit nicht verfügbar, rupture de stock, en rupture de stock, en rupture, épuisé,
épuisée, indisponible, non disponible, hors stock, agotado, agotada, sin stock, sin existencias,
no disponible, fuera de stock, esaurito, esaurita, non disponibile, esgotado, esgotada, indisponível,
sem estoque, sem stock, fora de estoque, não disponível, uitverkocht, niet op voorraad, niet leverbaar,
niet beschikbaar, wyprzedany, wyprzedane, niedostępny, niedostępna, niedostępne, brak w magazynie,
slut i lager, slutsåld, ej i lager, utsolgt, udsolgt, loppuunmyyty, vyprodáno, elfogyott, stoc epuizat,
tükendi, stokta yok, нет в наличии, распродано, немає в наявності, εξαντλήθηκε, hết hàng, habis,
stok habis, غير متوفر, 在庫なし, 在庫無し, 在庫切れ, 在庫がありません, 在庫ありません, 売り切れ, 品切れ, 完売, 入荷待ち, 无货, 缺货, 售罄, 售完, 無貨,
품절, 재고 없음`.split(/,\s+/u);
