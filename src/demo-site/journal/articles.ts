import { type Html, html } from '../html.ts';

export interface Article {
  slug: string;
  title: string;
  author: string;
  /** Year, month, day. */
  date: string;
  summary: string;
  /** The product whose picture stands above the story. */
  picture: string;
  body: Html;
}

export const articles: Article[] = [
  {
    slug: 'the-first-cup',
    title: 'The first cup: brewing well with cold hands',
    author: 'Imke Ostrander',
    date: '2026-03-14',
    summary: 'Five small habits that make camp coffee better than the gear you carry.',
    picture: 'tarn-folding-dripper',
    body: html`<p>The best coffee I had last year was brewed behind a stone wall, in sleet, with a folding dripper and a mug that had been sat on. The worst came out of a machine that cost more than my car. The difference was not the gear. It was that behind the wall I had nothing else to do.</p>
<p>Camp coffee rewards attention more than equipment. What follows are the five habits I keep, in the order in which they matter.</p>
<h2>Warm everything first</h2>
<p>A steel mug at four degrees takes the heat out of a cup faster than you can drink it. Pour a finger of boiling water into the mug, swirl, and use the same water to wet the paper. It costs half a minute and gains you ten minutes of warm coffee.</p>
<h2>Weigh at home, not in the wind</h2>
<p>Nobody reads a scale well in a gust. Before I leave I weigh out doses of 18 grams into twists of paper, one for each morning. At camp there is then exactly one number to remember: 18 grams of coffee to 300 grams of water, which is a full Tin Mug less a thumb’s width.</p>
<h2>Grind coarser than you think</h2>
<p>Cold air cools the water on its way down. That slows the extraction, and the temptation is to grind finer. Do not: a fine grind clogs the paper, the water stands, and the cup turns bitter. Two clicks coarser than at home is right for most mornings.</p>
<h2>Pour in three parts</h2>
<ol><li>Fifty grams of water, then wait for forty seconds while the coffee swells.</li><li>Another hundred and fifty in slow circles, always in the middle.</li><li>The last hundred in one go, when the bed is almost dry.</li></ol>
<p>The whole pour takes about three minutes. If it takes more than four, the grind is too fine; if it takes less than two, too coarse.</p>
<h2>Sit down</h2>
<p>This one is not about coffee. Find the side of the wall that the wind does not know about, put the pack between you and the ground, and do not look at the map until the cup is empty. The day will still be there.</p>`,
  },
  {
    slug: 'mending-a-tent',
    title: 'Mending a tent on the kitchen table',
    author: 'Bastian Quill',
    date: '2026-05-02',
    summary: 'A torn seam, a bent pole and a sticky zip: what to do before you buy a new one.',
    picture: 'cairn-two-person-tent',
    body: html`<p>Our repair bench sees about six hundred tents a year. Roughly two hundred of them could have been mended on a kitchen table in an evening, and their owners always say the same thing: they did not know where to start. So here is where to start.</p>
<h2>What you need</h2>
<ul><li>A clean table and a bright lamp</li><li>Rubbing alcohol and a cotton cloth</li><li>Seam sealer of the right kind: silicone for silicone-coated cloth, polyurethane for the rest</li><li>Repair tape, cut with rounded corners</li><li>A pole sleeve, or a piece of aluminium tube a little wider than the pole</li></ul>
<h2>A torn seam</h2>
<p>Pitch the tent slack, so that the seam lies open. Clean five centimetres on both sides with alcohol and let it dry; sealer does not stick to the oil of your hands. Sew with a blunt needle and polyester thread through the old holes, never beside them, because every new hole is a new leak. Then brush sealer over the stitches from the inside, thinly, twice, with an hour in between.</p>
<h2>A bent pole</h2>
<p>Do not bend it back. Aluminium that has been bent twice breaks the third time, usually at night. Slide a sleeve over the weak place, tape both ends and order the section. A single section of the Cairn costs $9 and takes two minutes to thread onto the cord.</p>
<h2>A sticky zip</h2>
<p>Nine times out of ten it is sand. Brush the teeth with an old toothbrush and lukewarm water. If the slider still opens behind itself, it has worn wide: press its back edges together with pliers, a little on the left, a little on the right, and try again. New sliders come in the repair kit.</p>
<h2>When to send it to us</h2>
<p>If the cloth itself has gone sticky or flakes, the coating has come to its end and no tape will hold. If a tear is longer than your hand, or crosses a seam, the bench does it better. Repairs cost between $15 and $60, and we say the price before we begin.</p>`,
  },
  {
    slug: 'a-night-above-the-reservoir',
    title: 'A night above the reservoir',
    author: 'Noor Vandermeer',
    date: '2026-06-21',
    summary: 'The shortest night of the year, one blanket, one lantern and a great deal of moth.',
    picture: 'glowworm-lantern',
    body: html`<p>There is a shelf of grass above the reservoir at Pell, just wide enough for two people who get along. We walked up at nine in the evening on the longest day, when the heat had gone out of the path and the swifts were still screaming over the dam.</p>
<h2>The way up</h2>
<p>From the car park at the dam it is 4.2 kilometres and 310 metres of climbing, most of it in the first half. The path leaves the road behind the pump house, crosses two stiles and then follows a wall that somebody very patient built. After the second sheepfold it is all sky. We took an hour and forty minutes, including a long talk with a dog.</p>
<h2>What we carried</h2>
<ul><li>One tarp, in case, and it stayed in the bag</li><li>One wool blanket and two mats</li><li>The small lantern, for reading and for the moths</li><li>Half a litre of cold-steeped coffee</li><li>Bread, hard cheese, six apricots</li></ul>
<p>Together it came to 5.8 kilograms. The apricots were the best of it.</p>
<h2>The night, such as it was</h2>
<p>It never got properly dark. At midnight there was still a green line in the north, and by half past two it had moved east and turned to rose. The lantern on its lowest setting brought eleven kinds of moth, of which I could name three. Around three o’clock dew fell all at once, as if somebody had decided it, and we were glad of the wool.</p>
<h2>The way down</h2>
<p>We were in the village at six, an hour before the bakery. We sat on its step and finished the coffee. If you go, go on a weekday, carry out what you carried in, and leave the shelf as though nobody had ever got along there.</p>`,
  },
];
