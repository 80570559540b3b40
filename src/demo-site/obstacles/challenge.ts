import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Html, html, render } from '../html.ts';

/**
 * The kind of page a bot defence puts in front of a site: status, header, title and markup as agents meet them. It lets no
 * visitor through; an agent is right when it reports a block.
 */
export function challengeRoutes(app: FastifyInstance): void {
  app.get('/challenge', (request, reply) => {
    const rayId = randomBytes(8).toString('hex');
    return reply
      .code(403)
      .headers({ 'cf-mitigated': 'challenge', 'cf-ray': `${rayId}-DEM` })
      .type('text/html; charset=utf-8')
      .send(render(interstitial(request.hostname, rayId)));
  });

  app.get('/cdn-cgi/challenge-platform/*', (_request, reply) => reply.type('text/javascript').send(''));
}

function interstitial(hostname: string, rayId: string): Html {
  return html`<!doctype html>
<html lang="en-US">
<head>
<title>Just a moment...</title>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="robots" content="noindex,nofollow">
<meta name="viewport" content="width=device-width,initial-scale=1">
<style>*{box-sizing:border-box;margin:0;padding:0}html{line-height:1.15;color:#313131;font-family:system-ui,sans-serif}body{display:flex;flex-direction:column;min-height:100vh}.main-content{margin:8rem auto;max-width:60rem;padding:0 1.5rem;width:100%}.h2{font-size:1.5rem;font-weight:500;line-height:2.25rem}#challenge-stage{border:1px solid #d9d9d9;margin:2rem 0;max-width:19rem;padding:1.25rem}.lds-ring{animation:spin 1.2s linear infinite;border:3px solid #595959;border-radius:50%;border-top-color:transparent;display:inline-block;height:1.25rem;margin-right:.75rem;vertical-align:middle;width:1.25rem}@keyframes spin{to{transform:rotate(360deg)}}.footer{margin:0 auto;max-width:60rem;padding:1rem 1.5rem;text-align:center;width:100%;font-size:.75rem}@media(prefers-color-scheme:dark){body{background:#222;color:#d9d9d9}}</style>
</head>
<body class="no-js">
<div class="main-wrapper" role="main"><div class="main-content">
<h1 class="zone-name-title h1">${hostname}</h1>
<p id="challenge-running" class="h2">Checking if the site connection is secure</p>
<div id="challenge-stage" class="cf-turnstile-wrapper"><span class="lds-ring" aria-hidden="true"></span>Verifying you are human</div>
<div id="cf-chl-widget" data-sitekey="demo"><input type="hidden" name="cf-turnstile-response" value=""></div>
<noscript><div id="challenge-error-text">Enable JavaScript and cookies to continue</div></noscript>
<p id="challenge-body-text">The site needs to review the security of your connection before proceeding.</p>
</div></div>
<div class="footer" role="contentinfo"><div class="ray-id">Ray ID: <code>${rayId}</code></div></div>
<script>window._cf_chl_opt = { cvId: '3', cType: 'managed', cRay: '${rayId}', cUPMDTk: '/challenge?__cf_chl_tk=demo' };</script>
<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=${rayId}" async></script>
</body>
</html>
`;
}
