/**
 * The words of block pages, login walls and empty results in languages other than English. Sites answer in the language
 * of the visitor's address, so a runner abroad brings these home.
 */

/** The demand to prove that the visitor is human, and the refusal of others. */
export const CHALLENGE_ABROAD = anyOf(
  /(?:überprüfen|bestätigen|verifizieren) sie, dass sie (?:ein mensch|kein roboter) sind|ob sie ein mensch sind|sicherheit ihrer verbindung (?:über)?prüfen|ich bin kein roboter|ungewöhnlichen datenverkehr/,
  /v[ée]rifi(?:ez|er|ons) que vous (?:êtes|n'êtes pas) (?:bien )?(?:un )?(?:humain|robot|être humain)|vérifier la sécurité de votre connexion|je ne suis pas un robot|trafic (?:inhabituel|exceptionnel)/,
  /verifi(?:ca|que|car) que (?:eres|es|usted es|no eres|no es) (?:un )?(?:ser )?(?:humano|robot)|revisar la seguridad de (?:tu|su) conexión|no soy un robot|tráfico inusual/,
  /verifica(?:re)? (?:che sei|che tu sia|di essere) (?:un )?(?:essere )?umano|non sono un robot|traffico insolito/,
  /(?:verifique|confirme|confirmar) (?:se|que) (?:você )?é (?:um )?(?:ser )?humano|não sou um robô|tráfego incomum/,
  /(?:verifieer|bevestig|controleer)(?:en)? (?:dat|of) (?:je|u) een mens bent|ik ben geen robot/,
  /(?:zweryfikuj|potwierdź),? że jesteś człowiekiem|nie jestem robotem/,
  /(?:подтвердите|проверяем|убедиться),? что вы (?:не робот|человек)|запросы отправляли вы, а не робот|я не робот/,
  /insan olduğunuzu doğrulayın|robot değilim/,
  /人間であることを(?:確認|証明)|ロボットではありません|私はロボットでは/,
  /(?:确认|验证|確認|驗證|证明)(?:您|你)(?:是|不是)(?:真人|人类|人類|机器人|機器人)|(?:拖动|滑动|拖動|滑動)(?:下方)?滑[块塊]|请?完成(?:安全)?(?:验证|驗證)|异常(?:行为|访问|流量)/,
  /사람인지 확인|로봇이 아닙니다|비정상적인 (?:트래픽|접근)/,
);

/** Refusals that other texts use too, so they count only as the first words. */
export const DENIED_ABROAD = anyOf(
  /^(?:zugriff (?:wurde )?verweigert|accès (?:refusé|interdit)|acceso denegado|accesso negato|acesso negado|toegang geweigerd|odmowa dostępu|доступ (?:запрещ[её]н|ограничен)|erişim engellendi|アクセスが拒否|访问(?:被拒绝|受限)|存取被拒|접근이 거부)/,
);

export const LOGIN_ABROAD = anyOf(
  /(?:bitte )?(?:melden sie sich|melde dich|loggen sie sich|logge dich)(?: bitte)?(?: zuerst| hier)? (?:an|ein)\b|anmeldung erforderlich|(?:sie müssen|du musst) (?:sich |dich )?(?:anmelden|einloggen|angemeldet|eingeloggt)/,
  /veuillez vous (?:connecter|identifier)|connectez-vous (?:pour|à|afin)|identifiez-vous|vous devez (?:être connecté|vous connecter)/,
  /(?:inici(?:a|e)|debes? iniciar|por favor,? inici(?:a|e)) sesión|debes? estar conectado/,
  /accedi per |effettua(?:re)? (?:il login|l'accesso)|devi (?:accedere|effettuare)/,
  /(?:faça|fazer|inicie) (?:o )?(?:login|sessão)|(?:você precisa|é necessário) (?:fazer login|estar logado|entrar|iniciar)/,
  /(?:log in|meld (?:je|u) aan) om |je moet (?:ingelogd|inloggen)|u moet (?:ingelogd|inloggen)/,
  /zaloguj się|musisz się zalogować|войдите(?:,| в | чтобы)|необходимо (?:войти|авторизоваться)|авторизуйтесь|giriş yap(?:ın|malısınız)|oturum açın/,
  /ログインして(?:ください|続行)|ログインが必要|请先?登[录陆入]|請先?登[入錄]|需要登[录入]|로그인(?:이 필요|하세요|해 ?주세요)/,
);

export const REJECTED_ABROAD = anyOf(
  /(?:benutzername|e-?mail(?:-adresse)?|passwort|kennwort|zugangsdaten|anmeldedaten)[^.]{0,40}(?:falsch|ungültig|nicht (?:korrekt|gültig)|stimm(?:t|en) nicht)|(?:falsches|ungültiges) (?:passwort|kennwort)|anmeldung (?:ist )?fehlgeschlagen|konto (?:wurde |ist )?gesperrt/,
  /(?:identifiants?|mot de passe|nom d'utilisateur)[^.]{0,40}(?:incorrect|invalide|erron[ée])|échec de la connexion|compte (?:est |a été )?(?:bloqué|verrouillé)/,
  /(?:usuario|contraseña|credenciales)[^.]{0,40}(?:incorrect|inválid|no (?:es|son) (?:válid|correct))|inicio de sesión fallido|cuenta (?:está |ha sido )?bloqueada/,
  /(?:password|nome utente|credenziali)[^.]{0,40}(?:errat|non (?:valid|corrett)|sbagliat)|accesso non riuscito/,
  /(?:senha|usuário|palavra-passe|credenciais)[^.]{0,40}(?:incorret|inválid|errad)/,
  /(?:wachtwoord|gebruikersnaam|inloggegevens)[^.]{0,40}(?:onjuist|ongeldig|verkeerd)|(?:onjuist|ongeldig|verkeerd)e? (?:wachtwoord|gebruikersnaam)/,
  /(?:nieprawidłow|błędn)\S+ (?:hasło|login|nazwa|dane)|(?:неверн|неправильн)\S+ (?:логин|пароль|имя)|(?:şifre|parola|kullanıcı adı)[^.]{0,30}(?:hatalı|yanlış|geçersiz)/,
  /パスワード[^。]{0,20}(?:違|正しくありません|間違)|(?:密码|密碼|用户名|帐号|账号)[^。]{0,12}(?:错误|錯誤|不正确|有误)|비밀번호[^.]{0,20}(?:틀|일치하지|올바르지|잘못)/,
);

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
