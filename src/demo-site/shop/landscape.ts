import { trusted } from '../html.ts';

/** The picture behind the greeting: a valley at first light, a tent, and a kettle on the fire. */
export const landscape =
  trusted(`<svg class="landscape" viewBox="0 0 1200 520" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f7dcb4"/><stop offset=".55" stop-color="#f9e9cf"/><stop offset="1" stop-color="#e6ead7"/></linearGradient>
<linearGradient id="mist" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fff" stop-opacity=".55"/></linearGradient>
</defs>
<rect width="1200" height="520" fill="url(#sky)"/>
<circle cx="862" cy="186" r="150" fill="#fbe7b8" opacity=".6"/><circle cx="862" cy="186" r="84" fill="#f3b95f"/>
<g fill="none" stroke="#7d6a58" stroke-width="3" stroke-linecap="round"><path d="M640 120q12-12 22 0 10-12 22 0M716 84q9-9 17 0 8-9 17 0M600 168q8-8 15 0 7-8 15 0"/></g>
<path d="M0 372L110 336 240 362 400 318 500 336 640 232 770 300 930 190 1064 276 1200 214V520H0Z" fill="#b9c7bd"/>
<path d="M640 232L678 252 658 260 638 250 616 266 611 254ZM930 190L976 222 946 232 918 218 890 230 876 224Z" fill="#f7f4ea"/>
<rect y="230" width="1200" height="120" fill="url(#mist)"/>
<path d="M0 410Q170 372 330 392T640 352T930 344T1200 300V520H0Z" fill="#8ea58d"/>
<g fill="#5f7d66"><path d="M590 372l18-62 18 62zM622 374l22-80 22 80zM664 366l16-56 16 56zM1040 340l20-74 20 74zM1076 344l24-92 24 92zM1120 340l18-64 18 64zM1156 336l20-78 20 78z"/></g>
<rect y="300" width="1200" height="110" fill="url(#mist)" opacity=".7"/>
<path d="M0 452Q220 428 430 430T820 388T1200 376V520H0Z" fill="#5f7a4f"/>
<path d="M0 486Q260 458 560 456T1200 424V520H0Z" fill="#46603f"/>
<path d="M846 300L724 440M846 300L976 438" stroke="#2b332d" stroke-width="2" opacity=".5"/>
<path d="M846 298L750 440H948Z" fill="#d0743a"/><path d="M846 298L948 440H890Z" fill="#ac5a28"/><path d="M846 334L806 440H884Z" fill="#33453f"/><path d="M846 334L846 440H806Z" fill="#f6d98a"/>
<path d="M1022 448l-26-62M1022 448l26-62M1022 382v14" stroke="#4b3a2c" stroke-width="5" stroke-linecap="round"/>
<path d="M1000 396h44l6 34q0 6-6 6h-44q-6 0-6-6z" fill="#34444f"/><path d="M1008 396q14-14 28 0z" fill="#25323b"/><path d="M1048 414q16-4 18-20l8-2q2 28-24 34z" fill="#34444f"/>
<path d="M1006 462q4-26 16-34 14 10 16 34z" fill="#f0a03c"/><path d="M1014 462q2-16 8-20 8 6 8 20z" fill="#fbe2a0"/>
<path d="M990 466l64-8M992 456l60 12" stroke="#6b4a30" stroke-width="8" stroke-linecap="round"/>
<path d="M1076 382q-10-14 0-26t0-28 2-24" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".75"/>
<g stroke="#7d965f" stroke-width="4" stroke-linecap="round" fill="none"><path d="M650 468q-4-20-16-28M656 468q2-22 12-34M646 468q-8-12-20-14M1130 462q-4-20-16-28M1136 462q2-22 12-34M440 470q-4-18-14-24M446 470q2-18 12-28"/></g>
</svg>`);
