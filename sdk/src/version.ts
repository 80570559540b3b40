/** As in package.json, and as in openapi.json. */
export const VERSION = '0.1.0';
export const API_VERSION = '2026-08-13';
