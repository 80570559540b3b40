import { type Html, html, trusted } from '../html.ts';

/** The pictures of the shop are drawn here, so that the site needs no files and no network. 400 x 320, ground at 266. */
export type Drawing = keyof typeof drawings;
export type Palette = keyof typeof palettes;

interface Colours {
  back: string;
  body: string;
  shade: string;
  accent: string;
}

const palettes = {
  fern: { back: '#d8dfc9', body: '#5f7a4f', shade: '#4a6140', accent: '#d9a441' },
  stone: { back: '#e2ddd3', body: '#8d8f86', shade: '#6f726a', accent: '#a8683c' },
  lake: { back: '#cfdfde', body: '#4f8186', shade: '#3b666b', accent: '#e0b25a' },
  rust: { back: '#efd9c8', body: '#b4552f', shade: '#934223', accent: '#f0c987' },
  ember: { back: '#f2d7bd', body: '#d0743a', shade: '#ac5a28', accent: '#33453f' },
  oat: { back: '#e7dfcd', body: '#f3ead6', shade: '#dccfb4', accent: '#b4552f' },
  night: { back: '#cfd5da', body: '#34444f', shade: '#25323b', accent: '#e0b25a' },
  sun: { back: '#f4e5bd', body: '#dea53a', shade: '#bf8727', accent: '#5b4a3a' },
  plum: { back: '#e3d5da', body: '#754a60', shade: '#5c384b', accent: '#e3b27f' },
} satisfies Record<string, Colours>;

const ink = '#2b332d';
const cream = '#f8f1e2';
const steel = '#c7ccc6';
const steelShade = '#a3aaa3';
const wood = '#b07a4a';

export function productPicture(drawing: Drawing, palette: Palette): Html {
  const colours = palettes[palette];
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 320">
<rect width="400" height="320" fill="${colours.back}"/>
<circle cx="200" cy="150" r="118" fill="#fff" opacity=".38"/>
<path d="M0 250Q90 214 190 244T400 232V320H0Z" fill="${colours.shade}" opacity=".16"/>
<path d="M0 276Q120 252 230 270T400 262V320H0Z" fill="${colours.shade}" opacity=".2"/>
<ellipse cx="200" cy="267" rx="104" ry="9" fill="${ink}" opacity=".2"/>
${trusted(drawings[drawing](colours))}
</svg>`;
}

const drawings = {
  kettle: ({ body, shade, accent }: Colours) => `
<path d="M262 214Q296 204 300 156L322 150Q324 222 270 244Z" fill="${shade}"/>
<path d="M140 158Q78 146 88 206 95 246 134 240" fill="none" stroke="${wood}" stroke-width="12" stroke-linecap="round"/>
<path d="M128 260L142 152Q144 138 158 138H244Q258 138 260 152L274 260Q274 267 266 267H136Q128 267 128 260Z" fill="${body}"/>
<path d="M232 138H244Q258 138 260 152L274 260Q274 267 266 267H240Z" fill="${shade}"/>
<path d="M152 138Q158 112 201 112T250 138Z" fill="${shade}"/><circle cx="201" cy="105" r="10" fill="${wood}"/>
<path d="M158 160L148 246" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".35"/>
${speckles(accent)}${steam(312, 130)}`,
  mug: ({ body, shade, accent }: Colours) => `
<path d="M256 174Q306 170 304 210T254 244" fill="none" stroke="${shade}" stroke-width="15"/>
<path d="M132 146H260V250Q260 267 243 267H149Q132 267 132 250Z" fill="${body}"/>
<path d="M232 146H260V250Q260 267 243 267H224Q236 210 232 146Z" fill="${shade}"/>
<ellipse cx="196" cy="146" rx="64" ry="11" fill="#5b3d2a"/><ellipse cx="196" cy="146" rx="64" ry="11" fill="none" stroke="${accent}" stroke-width="6"/>
${speckles(accent)}${steam(178, 122)}${steam(216, 116)}`,
  grinder: ({ body, shade, accent }: Colours) => `
<path d="M200 116V96H286" fill="none" stroke="${steelShade}" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/>
<rect x="274" y="66" width="24" height="40" rx="11" fill="${accent}"/>
<path d="M166 122Q200 104 234 122V136H166Z" fill="${shade}"/>
<rect x="162" y="134" width="76" height="133" rx="9" fill="${body}"/><rect x="210" y="134" width="28" height="133" rx="9" fill="${shade}"/>
<rect x="158" y="176" width="84" height="44" rx="7" fill="${accent}"/>
<path d="M172 146V166M172 230V254" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".45"/>${bean(122, 258)}${bean(282, 260)}${bean(258, 254)}`,
  dripper: ({ body, shade, accent }: Colours) => `
<path d="M152 206H248L262 252Q264 267 250 267H150Q136 267 138 252Z" fill="#fff" opacity=".75"/>
<path d="M145 232H255L262 254Q263 267 250 267H150Q137 267 138 254Z" fill="#5b3d2a"/>
<path d="M142 86L258 86 250 104 150 104Z" fill="${cream}"/>
<path d="M124 100H276L228 190H172Z" fill="${body}"/><path d="M226 100H276L228 190H204Z" fill="${shade}"/>
<path d="M156 100L182 190M200 100V190M244 100L218 190" stroke="#fff" stroke-width="3" opacity=".35"/>
<rect x="140" y="190" width="120" height="14" rx="7" fill="${accent}"/>
<path d="M200 206V228" stroke="#5b3d2a" stroke-width="4" stroke-linecap="round"/>${steam(200, 72)}`,
  press: ({ body, shade, accent }: Colours) => `
<path d="M200 66V110" stroke="${steelShade}" stroke-width="7"/><circle cx="200" cy="60" r="13" fill="${ink}"/>
<path d="M148 122Q148 104 166 104H234Q252 104 252 122V128H148Z" fill="${shade}"/>
<path d="M146 126H254L246 256Q245 267 234 267H166Q155 267 154 256Z" fill="${body}"/>
<path d="M222 126H254L246 256Q245 267 234 267H214Z" fill="${shade}"/>
<path d="M150 182H250L248 216H152Z" fill="${accent}"/><path d="M168 140L172 170M174 228L175 252" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".4"/>
<path d="M188 199q12-12 24 0q-12 12-24 0" fill="${shade}"/>`,
  stove: ({ body, shade, accent }: Colours) => `
<path d="M200 78Q238 122 226 150 246 146 246 128 268 168 236 190H164Q128 164 160 122 162 142 178 144 166 112 200 78Z" fill="#e9a13b"/>
<path d="M202 118Q222 146 214 164 228 176 216 190H182Q166 168 188 148 190 158 196 158 192 138 202 118Z" fill="#fbe2a0"/>
<path d="M130 180H270L282 267H118Z" fill="${steel}"/><path d="M232 180H270L282 267H238Z" fill="${steelShade}"/>
<path d="M168 267V228Q168 212 184 212H206Q222 212 222 228V267Z" fill="${accent}"/>
<path d="M182 267L190 236 200 258 208 232 214 267Z" fill="${body}"/>
<g fill="${accent}"><circle cx="148" cy="200" r="5"/><circle cx="172" cy="196" r="5"/><circle cx="200" cy="195" r="5"/><circle cx="226" cy="196" r="5"/><circle cx="252" cy="200" r="5"/></g>
<path d="M92 262L124 240M100 268L132 254" stroke="${wood}" stroke-width="8" stroke-linecap="round"/><path d="M276 262L312 268" stroke="${shade}" stroke-width="8" stroke-linecap="round"/>`,
  scale: ({ body, shade, accent }: Colours) => `
<path d="M160 136H234V206Q234 220 220 220H174Q160 220 160 206Z" fill="${cream}"/><path d="M234 154Q262 154 260 176T234 198" fill="none" stroke="${cream}" stroke-width="10"/>
<ellipse cx="197" cy="136" rx="37" ry="8" fill="#5b3d2a"/>
<path d="M108 228Q108 218 118 218H282Q292 218 292 228V252Q292 267 277 267H123Q108 267 108 252Z" fill="${body}"/>
<path d="M108 240V252Q108 267 123 267H277Q292 267 292 252V240Z" fill="${shade}"/>
<rect x="152" y="232" width="96" height="26" rx="6" fill="#10181c"/><text x="200" y="251" text-anchor="middle" font-family="monospace" font-size="18" fill="${accent}">18.4 g</text>
<circle cx="130" cy="245" r="6" fill="${accent}"/>${steam(197, 116)}`,
  beans: ({ body, shade, accent }: Colours) => `
<path d="M138 84H262L274 254Q275 267 262 267H138Q125 267 126 254Z" fill="${body}"/>
<path d="M228 84H262L274 254Q275 267 262 267H236Z" fill="${shade}"/>
<path d="M136 72H264V98H136Z" fill="${shade}"/><path d="M128 78V92M272 78V92" stroke="${accent}" stroke-width="9" stroke-linecap="round"/>
<rect x="152" y="132" width="96" height="96" rx="8" fill="${cream}"/>
<circle cx="200" cy="164" r="18" fill="${accent}"/><path d="M164 190Q182 168 200 184T236 178V196H164Z" fill="${body}"/>
<path d="M168 208H232M180 218H220" stroke="${ink}" stroke-width="4" stroke-linecap="round" opacity=".7"/>
${bean(112, 260)}${bean(98, 252)}${bean(290, 260)}${bean(306, 254)}${bean(282, 248)}`,
  sachets: ({ body, shade, accent }: Colours) => `
<g transform="rotate(-14 150 150)"><rect x="140" y="72" width="44" height="130" rx="4" fill="${accent}"/><path d="M140 90H184" stroke="${shade}" stroke-width="3" stroke-dasharray="4 4"/></g>
<g transform="rotate(2 200 150)"><rect x="178" y="62" width="44" height="140" rx="4" fill="${cream}"/><path d="M178 80H222" stroke="${shade}" stroke-width="3" stroke-dasharray="4 4"/></g>
<g transform="rotate(15 250 150)"><rect x="218" y="74" width="44" height="130" rx="4" fill="${accent}"/><path d="M218 92H262" stroke="${shade}" stroke-width="3" stroke-dasharray="4 4"/></g>
<path d="M112 158H288V254Q288 267 275 267H125Q112 267 112 254Z" fill="${body}"/><path d="M250 158H288V254Q288 267 275 267H250Z" fill="${shade}"/>
<rect x="136" y="184" width="92" height="58" rx="7" fill="${cream}"/><path d="M146 232Q162 206 180 222T218 214V232Z" fill="${body}"/><circle cx="196" cy="202" r="8" fill="${accent}"/>`,
  tent: ({ body, shade, accent }: Colours) => `
<g fill="#fff" opacity=".9"><circle cx="96" cy="86" r="3"/><circle cx="306" cy="74" r="3"/><circle cx="282" cy="116" r="2"/><circle cx="128" cy="122" r="2"/></g>
<path d="M200 84L60 262M200 84L344 262" stroke="${ink}" stroke-width="2" opacity=".5"/>
<path d="M200 82L92 267H308Z" fill="${body}"/><path d="M200 82L308 267H240Z" fill="${shade}"/>
<path d="M200 124L152 267H240Z" fill="${accent}"/><path d="M200 124L200 267H152Z" fill="#f6d98a"/>
<path d="M200 124Q190 210 166 267H152Z" fill="${cream}"/><path d="M200 82V70" stroke="${ink}" stroke-width="5" stroke-linecap="round"/><path d="M200 62l22 8-22 8z" fill="${accent}"/>`,
  tarp: ({ body, shade, accent }: Colours) => `
<path d="M110 96V267M296 110V267" stroke="${wood}" stroke-width="9" stroke-linecap="round"/>
<path d="M110 100L52 264M296 114L348 264" stroke="${ink}" stroke-width="2" opacity=".5"/>
<path d="M104 98Q200 142 302 112L330 212Q206 226 76 206Z" fill="${body}"/><path d="M104 98Q200 142 302 112L306 128Q200 158 100 114Z" fill="${shade}"/>
<path d="M170 116L150 214M240 120L262 217" stroke="${shade}" stroke-width="3"/>
<g fill="${accent}"><circle cx="76" cy="206" r="6"/><circle cx="150" cy="214" r="6"/><circle cx="262" cy="217" r="6"/><circle cx="330" cy="212" r="6"/></g>
<path d="M172 267H228L220 244H180Z" fill="${wood}"/>`,
  'sleeping-bag': ({ body, shade, accent }: Colours) => `
<g transform="rotate(-18 200 180)"><path d="M92 168Q94 116 154 124L306 148Q330 154 330 184T306 218L154 240Q94 248 92 196Z" fill="${body}"/>
<path d="M94 186H330Q330 212 306 218L154 240Q98 246 94 186Z" fill="${shade}"/>
<path d="M92 168Q94 118 146 123 176 130 176 182T146 240Q94 246 92 196Z" fill="${shade}"/><ellipse cx="134" cy="182" rx="31" ry="41" fill="${accent}"/><ellipse cx="138" cy="182" rx="23" ry="31" fill="${cream}"/>
<path d="M206 134Q216 182 206 231M246 140Q255 182 246 225M284 146Q292 182 284 220" fill="none" stroke="#fff" stroke-width="3" opacity=".3"/></g>`,
  mat: ({ body, shade, accent }: Colours) => `
<path d="M150 228L322 226Q334 226 334 240T322 267H150Z" fill="${body}"/><path d="M150 250H333Q330 267 322 267H150Z" fill="${shade}"/>
<path d="M212 228V266M252 228V266M292 227V266" stroke="#fff" stroke-width="3" opacity=".3"/>
<circle cx="146" cy="206" r="61" fill="${body}"/><circle cx="146" cy="206" r="46" fill="${shade}"/><circle cx="146" cy="206" r="34" fill="${body}"/><circle cx="146" cy="206" r="20" fill="${shade}"/><circle cx="146" cy="206" r="9" fill="${accent}"/>
<path d="M298 226V212H314V226" fill="${accent}"/>`,
  hammock: ({ body, shade, accent }: Colours) => `
<path d="M84 60H104L108 267H80ZM300 60H318L322 267H294Z" fill="${wood}"/>
<g fill="#6d8a5c"><circle cx="92" cy="62" r="36"/><circle cx="66" cy="84" r="24"/><circle cx="308" cy="60" r="38"/><circle cx="336" cy="84" r="24"/></g>
<path d="M104 140L134 164M298 140L266 164" stroke="${ink}" stroke-width="5"/>
<path d="M128 156Q200 306 272 156 268 282 200 284T128 156Z" fill="${shade}"/><path d="M128 156Q200 252 272 156 254 250 200 250T128 156Z" fill="${body}"/>
<path d="M158 204Q200 250 246 200" fill="none" stroke="${accent}" stroke-width="6"/>`,
  lantern: ({ body, shade, accent }: Colours) => `
<circle cx="200" cy="184" r="96" fill="#fff4c8" opacity=".75"/>
<path d="M150 122Q150 58 200 58T250 122" fill="none" stroke="${accent}" stroke-width="7"/>
<path d="M158 112H242L252 132H148Z" fill="${shade}"/><rect x="178" y="98" width="44" height="16" rx="6" fill="${accent}"/>
<path d="M156 132H244L250 236H150Z" fill="#fdf3cf"/><path d="M200 154Q226 186 212 210 206 220 200 220T188 210Q174 186 200 154Z" fill="${body}"/><path d="M200 180Q212 198 206 210 200 218 194 210 188 198 200 180Z" fill="#fff"/>
<path d="M156 132L150 236M244 132L250 236M178 132L175 236M222 132L225 236" stroke="${accent}" stroke-width="4"/>
<path d="M142 234H258L264 258Q264 267 256 267H144Q136 267 136 258Z" fill="${shade}"/><circle cx="200" cy="251" r="9" fill="${accent}"/>`,
  blanket: ({ body, shade, accent }: Colours) => `
<rect x="98" y="216" width="204" height="51" rx="22" fill="${body}"/><path d="M98 242H302Q302 267 280 267H120Q98 267 98 242Z" fill="${shade}"/>
<rect x="106" y="168" width="188" height="50" rx="22" fill="#5f7a4f"/><path d="M106 194H294Q294 218 272 218H128Q106 218 106 194Z" fill="#4a6140"/>
<rect x="114" y="120" width="172" height="50" rx="22" fill="${body}"/><path d="M114 146H286Q286 170 264 170H136Q114 170 114 146Z" fill="${shade}"/>
<g fill="${accent}"><path d="M214 216H230V267H214ZM238 216H244V267H238ZM206 120H222V170H206ZM230 120H236V170H230Z"/></g><path d="M210 168H226V218H210ZM234 168H240V218H234Z" fill="${cream}"/>
<path d="M254 170V186M264 169V184M274 166V180" stroke="${shade}" stroke-width="4" stroke-linecap="round"/>`,
  daypack: ({ body, shade, accent }: Colours) => `
<path d="M176 88Q176 60 200 60T224 88" fill="none" stroke="${ink}" stroke-width="8"/>
<path d="M132 150Q96 170 110 250M268 150Q304 170 290 250" fill="none" stroke="${shade}" stroke-width="14" stroke-linecap="round"/>
<path d="M128 132Q128 84 176 84H224Q272 84 272 132V246Q272 267 251 267H149Q128 267 128 246Z" fill="${body}"/>
<path d="M236 84Q272 92 272 132V246Q272 267 251 267H236Z" fill="${shade}"/>
<path d="M124 116Q200 138 276 116V148Q200 168 124 148Z" fill="${shade}"/>
<path d="M150 186H250V240Q250 252 238 252H162Q150 252 150 240Z" fill="${shade}"/><path d="M150 186H250V202H150Z" fill="${accent}"/>
<path d="M172 130V172M228 130V172" stroke="${accent}" stroke-width="9"/><rect x="165" y="160" width="14" height="14" rx="3" fill="${cream}"/><rect x="221" y="160" width="14" height="14" rx="3" fill="${cream}"/>`,
  backpack: ({ body, shade, accent }: Colours) => `
<rect x="126" y="52" width="148" height="30" rx="15" fill="#5f7a4f"/><path d="M156 52V82M244 52V82" stroke="${ink}" stroke-width="6"/>
<path d="M128 140Q94 160 108 248M272 140Q306 160 292 248" fill="none" stroke="${shade}" stroke-width="14" stroke-linecap="round"/>
<path d="M130 118H270V246Q270 267 249 267H151Q130 267 130 246Z" fill="${body}"/><path d="M238 118H270V246Q270 267 249 267H238Z" fill="${shade}"/>
<path d="M122 108Q122 82 148 82H252Q278 82 278 108V136H122Z" fill="${shade}"/>
<rect x="152" y="170" width="96" height="78" rx="12" fill="${shade}"/><path d="M164 186H236" stroke="${accent}" stroke-width="5" stroke-linecap="round"/>
<path d="M166 110V160M234 110V160" stroke="${accent}" stroke-width="9"/><rect x="159" y="148" width="14" height="14" rx="3" fill="${cream}"/><rect x="227" y="148" width="14" height="14" rx="3" fill="${cream}"/>
<path d="M112 224Q132 222 132 250" fill="none" stroke="${accent}" stroke-width="6"/>`,
  'tool-roll': ({ body, shade, accent }: Colours) => `
<g stroke-width="10" stroke-linecap="round"><path d="M262 130L292 92" stroke="${steelShade}"/><path d="M270 150L316 116" stroke="${wood}"/><path d="M274 172L326 146" stroke="${steel}"/></g><circle cx="296" cy="86" r="12" fill="${steel}"/>
<rect x="98" y="130" width="190" height="137" rx="40" fill="${body}"/><path d="M98 200H288V227Q288 267 248 267H138Q98 267 98 227Z" fill="${shade}"/>
<ellipse cx="280" cy="198" rx="22" ry="68" fill="${shade}"/><ellipse cx="281" cy="198" rx="14" ry="46" fill="${body}"/><ellipse cx="281" cy="198" rx="7" ry="24" fill="${shade}"/>
<path d="M164 130H186V267H164Z" fill="${accent}"/><rect x="158" y="186" width="34" height="26" rx="5" fill="none" stroke="#d9a441" stroke-width="6"/>`,
  'dry-bag': ({ body, shade, accent }: Colours) => `
<path d="M142 118Q96 170 142 244" fill="none" stroke="${accent}" stroke-width="9"/>
<path d="M140 120H260L266 246Q266 267 244 267H156Q134 267 134 246Z" fill="${body}"/><path d="M228 120H260L266 246Q266 267 244 267H232Z" fill="${shade}"/>
<rect x="136" y="92" width="128" height="32" rx="10" fill="${shade}"/><path d="M140 103H260" stroke="${body}" stroke-width="4"/>
<path d="M156 92Q156 62 200 62T244 92" fill="none" stroke="${accent}" stroke-width="10"/><rect x="182" y="54" width="36" height="18" rx="5" fill="${cream}"/>
<path d="M166 204q34-36 60-8 12-14 12 4t-12 4q-30 26-60 0" fill="${cream}"/><circle cx="182" cy="201" r="3" fill="${ink}"/>
<path d="M154 140V176" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".45"/>`,
  pouches: ({ body, shade, accent }: Colours) => `
<g transform="rotate(-5 180 170)"><rect x="100" y="104" width="180" height="112" rx="14" fill="#4f8186"/><path d="M112 124H268" stroke="${cream}" stroke-width="5"/></g>
<g transform="rotate(4 210 200)"><rect x="140" y="148" width="160" height="104" rx="14" fill="${accent}"/><path d="M152 168H288" stroke="${shade}" stroke-width="5"/><rect x="276" y="164" width="10" height="24" rx="4" fill="${shade}"/></g>
<rect x="106" y="186" width="136" height="81" rx="14" fill="${body}"/><path d="M118 204H230" stroke="${cream}" stroke-width="5"/><rect x="122" y="200" width="10" height="26" rx="4" fill="${cream}"/>
<path d="M162 242q14-22 34-8l14-8-8 14q-14 14-40 2" fill="${accent}"/>`,
  bottle: ({ body, shade, accent }: Colours) => `
<path d="M182 56Q200 40 218 56V70H182Z" fill="none" stroke="${accent}" stroke-width="8"/>
<path d="M170 68H230V98H170Z" fill="${steel}"/><path d="M212 68H230V98H212Z" fill="${steelShade}"/>
<path d="M164 104H236Q254 122 254 148V248Q254 267 236 267H164Q146 267 146 248V148Q146 122 164 104Z" fill="${body}"/>
<path d="M222 104H236Q254 122 254 148V248Q254 267 236 267H222Z" fill="${shade}"/>
<path d="M146 206Q172 186 196 202T254 196V248Q254 267 236 267H164Q146 267 146 248Z" fill="${cream}" opacity=".9"/><path d="M146 228Q176 212 202 226T254 218V248Q254 267 236 267H164Q146 267 146 248Z" fill="${accent}"/>
<path d="M164 136V182" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".4"/>`,
  tote: ({ body, shade, accent }: Colours) => `
<path d="M160 142Q160 62 200 62T240 142" fill="none" stroke="${shade}" stroke-width="11"/>
<path d="M160 96q-26-30-46 4 26 8 46-4M214 92q20-40 48-10-16 26-48 10" fill="#5f7a4f"/>
<path d="M116 132H284L296 254Q297 267 284 267H116Q103 267 104 254Z" fill="${cream}"/><path d="M248 132H284L296 254Q297 267 284 267H258Z" fill="#e6dac2"/>
<path d="M178 240Q186 192 214 166" fill="none" stroke="${accent}" stroke-width="5"/><g fill="${body}"><circle cx="174" cy="196" r="10"/><circle cx="188" cy="178" r="10"/><circle cx="206" cy="196" r="10"/></g><path d="M212 168q22-14 28 8-22 8-28-8M186 222q-24-4-24 18 22 2 24-18" fill="${accent}"/>`,
};

function steam(x: number, y: number): string {
  return `<path d="M${x} ${y}q-12-14 0-26t0-28" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".8"/>`;
}

function bean(x: number, y: number): string {
  return `<g transform="rotate(-24 ${x} ${y})"><ellipse cx="${x}" cy="${y}" rx="11" ry="7.5" fill="#6b452c"/><path d="M${x - 10} ${y}q10-5 20 0" fill="none" stroke="#3d2617" stroke-width="2"/></g>`;
}

function speckles(colour: string): string {
  const dots = [
    [160, 186],
    [178, 212],
    [152, 232],
    [206, 176],
    [196, 240],
    [218, 222],
    [172, 252],
    [226, 196],
    [188, 164],
  ];
  return dots
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.6" fill="${colour}" opacity=".75"/>`)
    .join('');
}
