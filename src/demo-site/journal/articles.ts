import { type Html, trusted } from '../html.ts';
import data from './articles.json' with { type: 'json' };

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

export const articles: Article[] = data.map((article) => ({ ...article, body: trusted(article.body) }));
