/** Yes, no and availability, in English and German. Lower case. */
export const YES_WORDS = ['yes', 'true', 'y', 'ja'];
export const NO_WORDS = ['no', 'false', 'n', 'nein'];
export const IN_STOCK =
  'in stock, available now, auf lager, vorrätig, lieferbar, sofort lieferbar, sofort verfügbar, verfügbar'.split(
    ', ',
  );
export const OUT_OF_STOCK =
  `out of stock, sold out, currently unavailable, unavailable, not available, not in stock, temporarily out of stock, ausverkauft,
vergriffen, nicht verfügbar, nicht lieferbar, nicht auf lager, nicht vorrätig, derzeit nicht verfügbar`.split(
    /,\s+/u,
  );
