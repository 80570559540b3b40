import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { render } from './html.ts';
import { articles } from './journal/articles.ts';
import { logo } from './layout.ts';
import { sendNotFound } from './not-found.ts';
import { productPicture } from './shop/artwork.ts';
import { categories, findProduct, products } from './shop/products.ts';
import type { Site } from './site.ts';

const stylesheet = ['frame', 'parts', 'shop', 'pages', 'screens']
  .map((name) => readFileSync(new URL(`./styles/${name}.css`, import.meta.url), 'utf8'))
  .join('\n');

export function assetRoutes(app: FastifyInstance, site: Site): void {
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(stylesheet));

  app.get('/favicon.svg', (_request, reply) =>
    reply
      .type('image/svg+xml')
      .send(render(logo()).replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')),
  );

  app.get<{ Params: { file: string } }>('/pictures/:file', (request, reply) => {
    const product = findProduct(request.params.file.replace(/\.svg$/, ''));
    if (!product) return sendNotFound(site, request, reply);
    return reply.type('image/svg+xml').send(render(productPicture(product.drawing, product.palette)));
  });

  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain').send(`User-agent: *\nAllow: /\nSitemap: ${site.origin}/sitemap.xml\n`),
  );

  app.get('/sitemap.xml', (_request, reply) => {
    const paths = [
      '/',
      '/catalogue',
      ...categories.map(({ slug }) => `/category/${slug}`),
      ...products.map(({ slug }) => `/products/${slug}`),
      '/journal',
      ...articles.map(({ slug }) => `/journal/${slug}`),
      '/stores',
      '/help/shipping-and-returns',
      '/help/faq',
    ];
    const urls = paths.map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join('\n');
    return reply
      .type('application/xml')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`,
      );
  });
}
