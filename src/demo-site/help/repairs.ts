import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { field, uploadedFile } from '../forms.ts';
import { type Html, html } from '../html.ts';
import { type Site, sendPage } from '../site.ts';

const largestUpload = 5 * 1024 * 1024;

/** The file upload: the page describes the file and throws it away. */
export function repairRoutes(app: FastifyInstance, site: Site): void {
  app.get('/repairs', (request, reply) => sendForm(site, request, reply, null));

  app.post('/repairs', { bodyLimit: largestUpload }, async (request, reply) => {
    const file = uploadedFile(request, 'photo');
    if (!file) return sendForm(site, request, reply, 'Please choose a file.');
    if (file.size === 0) return sendForm(site, request, reply, 'The file is empty.');
    const digest = createHash('sha256')
      .update(await file.bytes())
      .digest('hex');
    const facts = {
      File: file.name,
      Type: file.type || 'unknown',
      Size: `${file.size} bytes`,
      'SHA-256': digest,
      Note: field(request, 'note') || 'none',
    };
    return sendPage(site, request, reply, {
      title: 'We have your file',
      description: 'The upload has arrived.',
      body: html`<section class="narrow"><h1>We have your file</h1><p role="status">${file.name} arrived safely.</p>
<table><caption class="hidden">What arrived</caption><tbody>${Object.entries(facts).map(rowOf)}</tbody></table>
<p><a href="/repairs">Send another file</a></p></section>`,
    });
  });
}

function rowOf([name, value]: [string, string]): Html {
  return html`<tr><th scope="row">${name}</th><td class="wrap">${value}</td></tr>`;
}

function sendForm(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: string | null,
): FastifyReply {
  return sendPage(site, request, reply, {
    status: problem ? 422 : 200,
    title: 'Repairs',
    description: 'Send us a photograph of what is broken.',
    body: html`<section class="narrow"><h1>Repairs</h1><p>Send a photograph or a document of what is broken, up to 5 MB. It is counted, shown back to you and forgotten.</p>
${problem && html`<p class="message bad" role="alert">${problem}</p>`}
<form class="stack" action="/repairs" method="post" enctype="multipart/form-data">
<div><label for="photo">Photograph or document</label><input id="photo" type="file" name="photo"></div>
<div><label for="note">What happened?</label><textarea id="note" name="note" rows="4"></textarea></div>
<button type="submit">Upload</button></form></section>`,
  });
}
