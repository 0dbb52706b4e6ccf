import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { checkPage, sharedPage } from '@waxseal/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keepPrivate } from './keep-private.ts'
import { isCall, plainPath } from './plain-path.ts'
import { notFound } from './refuse.ts'

const notBuilt = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Waxseal</title>
<body style="font: 16px/1.5 sans-serif; margin: 4rem auto; max-width: 34rem; padding: 0 1rem">
<h1>The pages are not built yet</h1>
<p>The server runs, but the web application is missing. Run this command in the project folder:</p>
<pre>npm run build</pre>
<p>Then load this page again. Use <code>npm run dev</code> for development.</p>
`

/** Pages whose address is a secret: it ends in the token of a link. */
const secretPages = [sharedPage, checkPage].map(page => page.replace(':token', ''))

const checkPages = checkPage.replace(':token', '')

/**
 * Serves the built web application from `folder`: files with a content hash are cached forever, the others are
 * revalidated each time. Text files are sent as the build compressed them. Any other page address returns the application, which has its own routes. There are no pages
 * below `/api`.
 *
 * @param options.statusOfCheck what the page of a link to a visitor’s check answers, by its token: a search engine and a
 *   chat that fetch the address learn that it has ended without running the application. If it fails, the page is served, and says so itself
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  { statusOfCheck }: { statusOfCheck: (token: string) => Promise<number> },
): Promise<void> {
  const built = () => existsSync(join(folder, 'index.html'))

  if (built()) {
    await app.register(fastifyStatic, {
      root: folder,
      redirect: false,
      // The build's own notes (.vite) are not for visitors.
      dotfiles: 'ignore',
      cacheControl: false,
      // The tag says the same, and each of our many small scripts carries it.
      lastModified: false,
      // The build writes a `.br` and a `.gz` beside each text file; `Accept-Encoding` chooses.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const named = path.startsWith(join(folder, 'assets'))
        // The policies are for pages; on each of our many small scripts they would be a third of the load.
        if (named) {
          reply.raw.removeHeader('content-security-policy')
          reply.removeHeader('permissions-policy')
        }
        reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  } else {
    await app.register(fastifyStatic, { serve: false, root: folder, suppressWarning: true, cacheControl: false })
  }

  app.addHook('onSend', async (request, reply) => {
    const path = plainPath(request)
    if (secretPages.some(pages => path.startsWith(pages))) keepPrivate(reply)
  })

  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) return missing(request, reply)
    reply.header('cache-control', 'no-cache')
    if (!built()) return reply.code(503).header('retry-after', 60).type('text/html; charset=utf-8').send(notBuilt)
    const path = plainPath(request)
    const token = path.startsWith(checkPages) ? path.slice(checkPages.length) : null
    if (token !== null) reply.code(await statusOfCheck(token).catch(() => 200))
    return reply.sendFile('index.html')
  })
}

/** Whether this is a browser that opens a page, and not a program or a request for a missing file. */
function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (isCall(request) || /^\/assets(\/|$)/.test(plainPath(request))) return false
  return /\btext\/html\b|^$/.test(request.headers.accept ?? '')
}

function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isCall(request)) return notFound(request, reply)
  return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')
}
