/** The words of empty results and of surrender in languages other than English. */

export const NOTHING_ABROAD = anyOf(
  /\b0 (?:treffer|ergebnisse|artikel|résultats?|résultat|resultados?|risultati|resultaten|wyników|результатов)|\b0 ?[件条條]/,
  /keine (?:\S+ ){0,3}?(?:ergebnisse|suchergebnisse|treffer|artikel|produkte|einträge|nachrichten|bestellungen|angebote|flüge|termine)|keine[nr]? (?:\S+ ){1,4}(?:gefunden|verfügbar|vorhanden)|nichts gefunden|(?:warenkorb|liste|postfach|merkzettel|ordner) ist (?:noch |derzeit )?leer/,
  /aucune? (?:\S+ ){0,2}?(?:résultat|produit|article|commande|message|élément|correspondance|vol|offre)|aucune? (?:\S+ ){1,4}(?:disponible|trouvée?)|(?:panier|liste) est (?:actuellement )?vide|rien (?:trouvé|à afficher)/,
  /no se (?:han? )?encontr(?:ó|aron|ado) |no (?:hay|existen) (?:\S+ ){0,2}?(?:resultados|productos|artículos|pedidos|mensajes|elementos|coincidencias)|no hay (?:\S+ ){1,4}(?:disponibles?|que coincidan)|sin resultados|ningún resultado|(?:carrito|cesta|lista) está vací/,
  /nessun[oa']? ?(?:\S+ )?(?:risultat|prodott|articol|ordin|messagg|element)|nessun[oa']? ?(?:\S+ ){1,4}(?:disponibil|trovat)|carrello è vuoto|non (?:ci sono|sono stati trovati|è stato trovato) (?:\S+ )?(?:risultat|prodott|articol)/,
  /nenhuma? (?:\S+ )?(?:resultado|produto|item|pedido|mensagem)|não (?:há|foram encontrad\S+) (?:\S+ )?(?:resultado|produto|ite|pedido|mensage)|carrinho está vazio/,
  /geen (?:\S+ ){0,2}?(?:resultaten|producten|artikelen|berichten|bestellingen|items)|geen (?:\S+ ){1,4}(?:gevonden|beschikbaar)|winkelwagen is leer|niets gevonden/,
  /brak wyników|nie znaleziono|koszyk jest pusty|ничего не (?:найдено|нашлось)|нет (?:результатов|товаров|сообщений|заказов)|корзина пуста|sonuç bulunamadı|sepetiniz boş/,
  /見つかりません|該当[^。]{0,12}(?:ありません|なし)|カートは空|(?:没有|沒有|未)(?:找到|搜索到|查到|查询到)|(?:没有|沒有|暂无|暫無|无)(?:相关)?(?:结果|結果|数据|數據|商品|记录|訂單|订单|消息)|购物车(?:是空的|为空)|購物車是空的|결과가? 없습니다|찾을 수 없습니다|장바구니가 비어|結果(?:は|が)?(?:ありません|なし|ゼロ)/,
  /(?<!\p{L})(?:ingen|inga|inget) (?:\S+ ){0,2}?(?:resultat(?:er)?|treff|træffere?|träffar|produkter|varor|varer|artiklar|artikler|meddelanden|meldinger|beskeder)|ei (?:haku)?tuloksia|ei osumia|tuloksia ei löyt/u,
  /žádn[éý] (?:výsledk|produkt|polož|záznam)|nebyl[yo]? nalezen|nic nenalezeno|žiadne (?:výsledky|produkty)|nincs(?:enek)? (?:találat|eredmény)|nu (?:s-au găsit|există|am găsit) (?:\S+ )?(?:rezultat|produs)|niciun rezultat|нічого не знайдено|немає результатів/,
  /δεν βρέθηκ(?:αν|ε)|κανένα αποτέλεσμα|لا (?:توجد|يوجد) (?:\S+ )?(?:نتائج|منتجات|عناصر|رسائل)|لم يتم العثور|לא נמצאו|אין תוצאות/,
  /không (?:tìm thấy|có kết quả)|ไม่พบ(?:ผลลัพธ์|ผลการค้นหา|สินค้า|ข้อมูล|รายการ)|tidak (?:ada hasil|ditemukan)|hasil tidak ditemukan|कोई (?:परिणाम|उत्पाद) नहीं/,
);

/** A runner that gave up; the obstacle must stand beside it. */
export const COULD_NOT_ABROAD = anyOf(
  /(?:konnte|kann) (?:\S+ ){0,8}nicht|nicht möglich|n'ai pas pu|impossible d|no (?:pude|se pudo|fue posible|puedo)|non (?:è stato possibile|posso|sono riuscito)|não (?:foi possível|consegui|posso)|kon (?:\S+ ){0,8}niet|не удалось|できませんでした|无法|無法/,
);

function anyOf(...languages: RegExp[]): RegExp {
  return new RegExp(languages.map(({ source }) => source).join('|'), 'iu');
}
