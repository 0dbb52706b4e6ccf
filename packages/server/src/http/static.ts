import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { sharedPage } from '@waxseal/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keepPrivate } from './keep-private.ts'
import { notFound } from './refuse.ts'

const notBuilt = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Waxseal</title>
<body style="font: 16px/1.5 sans-serif; margin: 4rem auto; max-width: 34rem; padding: 0 1rem">
<h1>The pages are not built yet</h1>
<p>The server runs, but the web application is missing. Run this command in the project folder:</p>
<pre>npm run build</pre>
<p>Then load this page again. Use <code>npm run dev</code> for development.</p>
`

/** Pages whose address is a secret: it ends in the token of a share link. */
const sharedPages = sharedPage.replace(':token', '')

/**
 * Serves the built web application from `folder`: files with a content hash are cached forever, the others are
 * revalidated each time. Text files are sent as the build compressed them. Any other page address returns the application, which has its own routes. There are no pages
 * below `/api`.
 */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  const built = () => existsSync(join(folder, 'index.html'))

  if (built()) {
    await app.register(fastifyStatic, {
      root: folder,
      redirect: false,
      // The build's own notes (.vite) are not for visitors.
      dotfiles: 'ignore',
      cacheControl: false,
      // The build writes a `.br` and a `.gz` beside each text file; `Accept-Encoding` chooses.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const named = path.startsWith(join(folder, 'assets'))
        // The policy is for pages; on each of our many small scripts it would be a third of the load.
        if (named) reply.raw.removeHeader('content-security-policy')
        reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  } else {
    await app.register(fastifyStatic, { serve: false, root: folder, suppressWarning: true, cacheControl: false })
  }

  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith(sharedPages)) keepPrivate(reply)
  })

  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return missing(request, reply)
    reply.header('cache-control', 'no-cache')
    return built() ? reply.sendFile('index.html') : reply.code(503).type('text/html; charset=utf-8').send(notBuilt)
  })
}

/** Whether this is a browser that opens a page, and not a program or a request for a missing file. */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? ''
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(api|assets)(\/|$)/.test(path)) return false
  return /\btext\/html\b|^$/.test(request.headers.accept ?? '')
}

function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.url.startsWith('/api')) return notFound(request, reply)
  return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')
}
