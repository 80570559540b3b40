import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { field, query } from '../forms.ts';
import { type Html, html } from '../html.ts';
import { type Site, sendPage } from '../site.ts';

const topics = ['An order', 'A product', 'A repair', 'Something else'];

interface Message {
  name: string;
  email: string;
  topic: string;
  message: string;
  consent: string;
}

type Problems = Partial<Record<keyof Message, string>>;

export function contactRoutes(app: FastifyInstance, site: Site): void {
  app.get('/contact', (request, reply) => sendForm(site, request, reply, emptyMessage, {}));

  app.post('/contact', (request, reply) => {
    const message = {
      name: field(request, 'name'),
      email: field(request, 'email'),
      topic: field(request, 'topic'),
      message: field(request, 'message'),
      consent: field(request, 'consent'),
    };
    const problems = checkMessage(message);
    if (Object.keys(problems).length > 0) return sendForm(site, request, reply, message, problems);
    return reply.redirect(`/contact/thank-you?reference=M-${randomInt(100_000, 1_000_000)}`, 303);
  });

  app.get('/contact/thank-you', (request, reply) => {
    const reference = /^M-\d{6}$/.exec(query(request, 'reference'))?.[0];
    return sendPage(site, request, reply, {
      title: 'Thank you',
      description: 'Your message has arrived.',
      body: html`<section class="narrow centred"><h1>Thank you for your message</h1>
<p role="status">We answer within one working day.${reference && html` Your reference is <strong id="reference">${reference}</strong>.`}</p>
<p><a class="button" href="/">Back to the shop</a></p></section>`,
    });
  });
}

function checkMessage(message: Message): Problems {
  const problems: Problems = {};
  if (message.name === '') problems.name = 'Please tell us your name.';
  if (!/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(message.email))
    problems.email = 'Please enter an e-mail address such as kim@example.org.';
  if (!topics.includes(message.topic)) problems.topic = 'Please choose what it is about.';
  if (message.message.length < 10) problems.message = 'Please write at least 10 characters.';
  if (message.consent !== 'yes') problems.consent = 'Please agree, so that we may answer.';
  return problems;
}

const emptyMessage: Message = { name: '', email: '', topic: '', message: '', consent: '' };

/** `novalidate`: visitors should meet the messages of the site itself. */
function sendForm(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  values: Message,
  problems: Problems,
): FastifyReply {
  const count = Object.keys(problems).length;
  return sendPage(site, request, reply, {
    status: count > 0 ? 422 : 200,
    title: 'Contact',
    description: 'Write to us.',
    body: html`<section class="narrow"><h1>Write to us</h1><p>A person reads every message. In this demonstration nobody does, and nothing is kept.</p>
${count > 0 && html`<p class="message bad" role="alert">Please correct ${count} ${count === 1 ? 'field' : 'fields'} below.</p>`}
<form class="stack" action="/contact" method="post" novalidate>
<div><label for="name">Name</label><input id="name" name="name" autocomplete="name" value="${values.name}"${state('name', problems)}>${problem('name', problems)}</div>
<div><label for="email">E-mail address</label><input id="email" name="email" type="email" autocomplete="email" value="${values.email}"${state('email', problems)}>${problem('email', problems)}</div>
<div><label for="topic">What is it about?</label><select id="topic" name="topic"${state('topic', problems)}><option value="">Please choose</option>${topics.map(
      (topic) => html`<option${topic === values.topic && html` selected`}>${topic}</option>`,
    )}</select>${problem('topic', problems)}</div>
<div><label for="message">Message</label><textarea id="message" name="message" rows="6"${state('message', problems)}>${values.message}</textarea>${problem('message', problems)}</div>
<div><label class="check"><input type="checkbox" name="consent" value="yes"${values.consent === 'yes' && html` checked`}${state('consent', problems)}> You may answer me by e-mail</label>${problem('consent', problems)}</div>
<button type="submit">Send message</button>
</form></section>`,
  });
}

function state(name: keyof Message, problems: Problems): Html | false {
  return name in problems && html` aria-invalid="true" aria-describedby="${name}-problem"`;
}

function problem(name: keyof Message, problems: Problems): Html | false {
  return name in problems && html`<p class="problem" id="${name}-problem">${problems[name]}</p>`;
}
