/** Names of the links to the rest of a list, by language; without accents, as `plainName` leaves them. */
const ONWARD: Record<string, string> = {
  en: 'next|older|later|load more|show more|see more|view more|more results',
  de: 'weiter|nachste|naechste|altere|aeltere|mehr laden|mehr anzeigen|weitere laden|weitere anzeigen|mehr ergebnisse',
  fr: 'suivante?|suivantes|page suivante|plus anciens?|articles plus anciens|voir plus|charger plus|afficher plus|plus de resultats',
  es: 'siguiente|pagina siguiente|entradas mas antiguas|ver mas|cargar mas|mostrar mas|mas resultados',
  it: 'successiv[ao]|pagina successiva|prossim[ao]|avanti|carica altr[io]|mostra altr[io]|piu risultati',
  nl: 'volgende|oudere|meer laden|toon meer|meer tonen|meer resultaten',
  pl: 'nastepn[ay]|nastepna strona|dalej|starsze|pokaz wiecej|załaduj wiecej|wiecej wynikow',
  pt: 'proxim[ao]|proxima pagina|seguinte|carregar mais|ver mais|mostrar mais|mais resultados',
  nordic: 'nasta|næste|neste|visa fler|vis flere|vis mere|ladda fler',
  cs: 'dalsi|nacist dalsi|zobrazit dalsi',
  ru: 'следующая|далее|показать еще|загрузить еще|вперед',
};
const ONWARD_NAME = new RegExp(
  `^(?:(?:go to )?(?:the )?(?:${Object.values(ONWARD).join('|')})(?: \\p{L}+){0,2}(?: ?[›»→>]+)?|[›»→>]+|次へ|次の?ページ|もっと見る|さらに表示|下一页|下一頁|加载更多|다음|더 보기)$`,
  'u',
);

/** "Next", "Older posts", "›", "Load more": where a list goes on. */
export function isOnwardName(name: string): boolean {
  return name.length <= 60 && ONWARD_NAME.test(plainName(name));
}

const LOADING =
  /^(?:load|show|see|view|display|get) (?:more|\d+ more|all|the next \d+)(?: \p{L}+){1,2}$|^(?:load more|more results|mehr laden|weitere laden|mehr ergebnisse|charger plus|plus de resultats|cargar mas|mas resultados|carica altr[io]|meer laden|meer resultaten|załaduj wiecej|carregar mais|ladda fler|nacist dalsi|загрузить еще|показать еще|もっと見る|加载更多|더 보기)(?: \p{L}+){0,2}$/u;

/** It can only mean more of a list: "Load more", "Show more results". */
export function isLoadingName(name: string): boolean {
  return name.length <= 60 && LOADING.test(plainName(name));
}

/** It adds to the page at hand: "Show more", "Load more results"; "Next" puts another in its place. */
export function isMoreName(name: string): boolean {
  return isLoadingName(name) || (isOnwardName(name) && MORE.test(plainName(name)));
}

const MORE =
  /\b(?:more|mehr|weitere|plus|mas|altr[io]|meer|wiecej|mais|fler|flere|mere|dalsi)\b|еще|もっと|さらに|加载|더/u;

/** Whether numbers side by side are those of pages: 1 2 3, of which the page at hand may be left out. */
export function isCounting(numbers: readonly number[]): boolean {
  const [first, ...others] = numbers;
  return (
    first !== undefined &&
    first <= 2 &&
    numbers.length < 20 &&
    others.length > 0 &&
    numbers.every((number, index) => [0, 1].includes(number - first - index))
  );
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}
