/** How runners speak of their own work in languages other than English. One line is one language. */

const AFTER =
  "(?:(?:dann|danach|anschließend|zuerst|zunächst|nun|jetzt|schließlich|außerdem|ensuite|puis|d'abord|après|enfin|maintenant|tout d'abord|después|luego|primero|ahora|finalmente|poi|dopo|prima|infine|depois|primeiro|agora|daarna|vervolgens|eerst|następnie|potem|najpierw|teraz|затем|потом|сначала)[,:]? )?";

/** A sentence about the runner's work that begins with it. */
export const NARRATION_ABROAD = anyOf(
  `^${AFTER}(?:ich habe|habe ich|ich bin|bin ich|wir haben|haben wir|der agent hat|der browser hat)(?: \\S+){0,14}? (?:ge(?:öffnet|klickt|sucht|scrollt|wartet|laden|prüft|lesen|funden|gangen|wählt|tippt|startet)|(?:an|ein|auf|aus|ab|durch)ge(?:klickt|geben|rufen|wählt|sendet|füllt|sehen|schaut|meldet)|besucht|navigiert|überprüft|untersucht|durchsucht|ausgefüllt|abgeschlossen)(?!\\p{L})`,
  `^${AFTER}(?:j'ai|je suis|nous avons|l'agent a|le navigateur a)(?: (?:bien|ensuite|d'abord|également))? (?:ouvert|cliqué|fait (?:défiler|une recherche)|cherché|recherché|navigué|visité|saisi|sélectionné|attendu|chargé|vérifié|lu|soumis|rempli|trouvé|consulté|accédé|parcouru|examiné|allée?)(?!\\p{L})`,
  `^${AFTER}(?:(?:he|hemos|el agente ha) (?:abierto|buscado|hecho clic|visitado|navegado|entrado|seleccionado|revisado|encontrado|leído|consultado|accedido|completado|esperado|rellenado)|abrí|busqué|hice clic|navegué|visité|entré|seleccioné|revisé|encontré|esperé|me desplacé|fui)(?!\\p{L})`,
  `^${AFTER}(?:(?:ho|abbiamo|l'agente ha) (?:aperto|cercato|cliccato|fatto clic|visitato|navigato|selezionato|controllato|trovato|letto|atteso|consultato|inserito|compilato)|sono andat[oa])(?!\\p{L})`,
  `^${AFTER}(?:eu )?(?:abri|cliquei|procurei|pesquisei|naveguei|visitei|acessei|selecionei|verifiquei|encontrei|rolei|esperei|preenchi)(?!\\p{L})`,
  `^${AFTER}(?:ik heb|heb ik|we hebben|de agent heeft)(?: \\S+){0,12}? (?:geopend|geklikt|gezocht|genavigeerd|bezocht|gescrold|ingevoerd|geselecteerd|gecontroleerd|gevonden|gelezen|ingevuld)(?!\\p{L})`,
  `^${AFTER}(?:otworzył|klikną?|kliknę|wyszuka|przeszed|przeszł|odwiedzi|przewiną?|przewinę|wpisa|wybra|sprawdzi|znalaz|przeczyta|poczeka|wypełni)ł?[ae]m(?!\\p{L})`,
  `^${AFTER}(?:я )?(?:открыл|нажал|нашёл|нашел|искал|перешёл|перешел|прокрутил|ввёл|ввел|выбрал|проверил|посетил)а?(?!\\p{L})`,
  '^[^。]{0,60}(?:開き|開いて|クリックし|検索し|移動し|スクロールし|確認し|入力し|選択し|アクセスし|閲覧し|待ち)[^。]{0,30}ました。?$',
  '^我?(?:已经?)?(?:打开|点击|搜索|访问|浏览|滚动|输入|选择|查看)了?[^，。：]{0,30}[。]?$',
);

export const PROMISE_ABROAD = anyOf(
  `^${AFTER}(?:ich werde|wir werden|lassen sie mich|lass mich|ich öffne|ich suche|ich schaue)(?!\\p{L})`,
  `^${AFTER}(?:je vais|nous allons|laissez-moi|je cherche|j'ouvre)(?!\\p{L})`,
  `^${AFTER}(?:voy a|vamos a|déjame|permíteme|abriré|buscaré)(?!\\p{L})`,
  `^${AFTER}(?:vado a|sto per|lasciami|aprirò|cercherò|ora apro|ora cerco)(?!\\p{L})`,
  `^${AFTER}(?:vou|vamos|deixe-me)(?!\\p{L})`,
  `^${AFTER}(?:ik ga|ik zal|we gaan|laat me)(?!\\p{L})`,
  `^${AFTER}(?:otworzę|sprawdzę|poszukam|zaraz)(?!\\p{L})`,
  '^[^。]{0,60}(?:開き|検索し|確認し|調べ|アクセスし)ます。?$',
);

/** "Any" in these makes it an empty result instead. */
export const SURRENDER_ABROAD = anyOf(
  '^(?:leider )?(?:ich |wir |der agent )?(?:konnte|kann|konnten) (?:ich |wir )?(?!(?:\\S+ ){0,6}kein)(?:\\S+ ){0,8}nicht(?: \\S+){0,3}? (?:finden|öffnen|laden|abrufen|zugreifen|ermitteln|lesen|ausführen|abschließen|erledigen)',
  "^(?:(?:malheureusement|désolé),? )?(?:je n'ai pas (?:pu|réussi|trouvé)|je ne peux pas|impossible de (?:trouver|charger|accéder|ouvrir))(?!(?: \\S+){0,4} aucun)",
  '^(?:lamentablemente,? |lo siento,? (?:pero )?)?no (?:pude|he podido|puedo|logré|fue posible|se pudo) (?!(?:\\S+ ){0,3}ning)(?:encontrar|acceder|abrir|cargar|completar|obtener|determinar)',
  '^(?:purtroppo,? |mi dispiace,? (?:ma )?)?non (?:sono riuscit[oa]|ho potuto|ho trovato il|ho trovato la|riesco|è stato possibile)(?!(?: \\S+){0,4} nessun)',
  '^(?:infelizmente,? |desculpe,? (?:mas )?)?não (?:consegui|foi possível|pude|encontrei o|encontrei a)(?!(?: \\S+){0,4} nenhum)',
  '^(?:helaas )?(?:ik )?kon (?:ik )?(?!(?:\\S+ ){0,6}geen)(?:\\S+ ){0,8}niet (?:vinden|openen|laden|bereiken|ophalen)',
  '^(?:niestety,? )?nie (?:udało mi się|udało się|mogłem|mogłam|mogę|znalazłem|znalazłam)(?!(?: \\S+){0,4} żadn)',
  '(?:見つけ(?:られ|ること(?:が|は)でき)ませんでした|取得できませんでした|アクセスできませんでした)。?$',
);

export const STATUS_ABROAD = anyOf(
  '^(?:die |der |alle )?(?:aufgaben?|anfrage|auftrag|schritte)? ?(?:wurden?|ist|sind)? ?(?:erfolgreich )?(?:erledigt|abgeschlossen|ausgeführt|beendet|fertig)[.! ]*$',
  "^(?:la |toutes les )?(?:tâches?|demande|étapes?)? ?(?:est|a été|ont été)? ?(?:terminée?s?|accomplie?s?|effectuée?s?|achevée?s?|c'est fait)(?: avec succès)?[.! ]*$",
  '^(?:la )?(?:tarea|solicitud)? ?(?:ha sido|fue|está)? ?(?:completad[oa]|terminad[oa]|realizad[oa]|hecho|listo)(?: con éxito| correctamente)?[.! ]*$',
  "^(?:il |l'|la )?(?:compito|attività|operazione|richiesta)? ?(?:è stat[oa]|è)? ?(?:completat[oa]|terminat[oa]|eseguit[oa]|fatto)(?: con successo)?[.! ]*$",
  '^(?:a )?(?:tarefa)? ?(?:foi|está)? ?(?:concluíd[oa]|completad[oa]|feito|pronto)(?: com sucesso)?[.! ]*$',
  '^(?:de )?(?:taak|opdracht)? ?(?:is)? ?(?:met succes )?(?:voltooid|afgerond|klaar)[.! ]*$',
  '^(?:zadanie)? ?(?:zostało)? ?(?:pomyślnie )?(?:wykonane|ukończone|zakończone|gotowe)(?: pomyślnie)?[.! ]*$',
  '^(?:タスク|作業|処理)?(?:が|は|を)?(?:正常に)?完了(?:しました|です)?[。! ]*$|^任务(?:已经?)?(?:成功)?完成[。! ]*$',
  '^(?:작업|요청|태스크)(?:이|을|를|가)? ?(?:성공적으로 )?완료(?:했습니다|되었습니다|됨)?[.! ]*$',
  '^(?:задача|задание|завдання|запрос)? ?(?:был[ао]? )?(?:успешно )?(?:выполнен[ао]?|завершен[ао]?|завершён|виконано|готово)(?: успешно)?[.! ]*$',
  '^(?:görev|işlem)? ?(?:başarıyla )?(?:tamamlandı|bitti)[.! ]*$',
  '^(?:uppgiften|oppgaven|opgaven) (?:är|er|har blivit|ble|blev) (?:nu )?(?:klar|slutförd|fullført|fuldført|færdig|ferdig)[.! ]*$',
  '^(?:tehtävä|työ) on (?:nyt )?(?:suoritettu|valmis)(?: onnistuneesti)?[.! ]*$',
  '^(?:úkol|úloha) (?:byla?|je|bol[ai]?) (?:úspěšně |úspešne )?(?:dokončena?|splněna?|hotov[ýá]?|dokončená)[.! ]*$',
  '^تم(?:ت)? (?:إكمال|إنجاز|تنفيذ) (?:المهمة|الطلب)(?: بنجاح)?[.! ]*$|^המשימה (?:הושלמה|בוצעה)(?: בהצלחה)?[.! ]*$',
);

/** An action that a task asks for; without a question beside it, the caller wants the action and no report. */
export const DEED_ABROAD = anyOf(
  '(?<!\\p{L})(?:klicke?|öffne|fülle|sende|schicke|bestelle|buche|melde|trage|wähle|lösche|füge|abonniere|kündige|storniere|lade)(?!\\p{L})',
  '(?<!\\p{L})(?:clique[sz]?|ouvre[sz]?|remplis(?:sez)?|envoie|envoyez|commande[sz]?|réserve[sz]?|inscris|ajoute[sz]?|supprime[sz]?|sélectionne[sz]?|télécharge[sz]?)(?!\\p{L})',
  '(?<!\\p{L})(?:haz clic|abre|rellena|envía|compra|reserva|añade|elimina|selecciona|descarga|suscríbe\\p{L}*|inicia sesión)(?!\\p{L})',
  '(?<!\\p{L})(?:clicca|fai clic|apri|compila|invia|prenota|acquista|aggiungi|elimina|seleziona|scarica|iscriviti)(?!\\p{L})',
  '(?<!\\p{L})(?:clique|abra|preencha|envie|reserve|compre|adicione|remova|selecione|baixe|klik|vul|verstuur|boek|bestel|voeg|kies|kliknij|otwórz|wypełnij|wyślij|zarezerwuj|kup|dodaj|usuń|wybierz|pobierz)(?!\\p{L})',
  '(?:クリック|入力|送信|予約|購入|追加|登録|選択|ダウンロード)して',
);

/** Signs of more than a report: a value, or a verb that tells one. */
export const FINDING_ABROAD = anyOf(
  '[$€£¥₹円元]|\\d|[:：] ?\\S|[„“«"][^"”»“]{2,}',
  "(?<!\\p{L})(?:ist|sind|kostet|kosten|beträgt|lautet|heißt|steht|zeigt|enthält|gibt es|est|sont|coûte|coûtent|s'appelle|indique|affiche|il y a|es|son|cuesta|cuestan|hay|muestra|indica|è|costa|costano|mostra|contiene|custa|kost|kosten|staat|toont|jest|są|kosztuje|wynosi|стоит|равна)(?!\\p{L})",
);

function anyOf(...sources: string[]): RegExp {
  return new RegExp(sources.map((source) => `(?:${source})`).join('|'), 'iu');
}
