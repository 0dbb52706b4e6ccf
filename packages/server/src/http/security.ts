import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyHelmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { clerkHost, type Env } from '../env.ts'
import { isCall } from './plain-path.ts'

const year = 365 * 86_400

/** What a browser has and our pages never use: a script that got into a page could not use it either. */
const permissionsPolicy = [
  'accelerometer',
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
]
  .map(feature => `${feature}=()`)
  .join(', ')

/** The headers of a reply to what is no HTTP request: it holds no page, so its policy allows nothing. */
export const headersWithoutPage: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy,
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/**
 * Security headers: our pages may run our own scripts and talk to this server, and nothing else. Script strings are
 * refused (Trusted Types) unless they pass a policy. Styles stay inline because the toasts and the first paint bring
 * their own. With Clerk, its script comes from the instance's own host, talks to it, and keeps time in a worker.
 *
 * @param pages the folder of the built web application
 */
export async function secure(app: FastifyInstance, env: Pick<Env, 'publicUrl' | 'auth'>, pages: string): Promise<void> {
  const clerk = env.auth.kind === 'clerk' ? [`https://${clerkHost(env.auth.publishableKey)}`] : []
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...inlineScripts(join(pages, 'index.html')), ...clerk],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...clerk],
        ...(clerk.length > 0 && { 'worker-src': ["'self'", 'blob:'] }),
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        // Clerk's script passes no policy.
        ...(clerk.length === 0 && {
          'require-trusted-types-for': ["'script'"],
          'trusted-types': ['default', 'dompurify'],
        }),
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    // A browser that receives this header over plain HTTP would refuse the server from then on.
    strictTransportSecurity: env.publicUrl.startsWith('https:') ? { maxAge: year, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
  })
  // API replies are private, so no cache may keep them.
  app.addHook('onSend', async (request, reply) => {
    if (isCall(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/** The hashes of the scripts inside our own page: the chosen theme before it is painted, the landing page's code. */
function inlineScripts(page: string): string[] {
  if (!existsSync(page)) return []
  const [, ...parts] = readFileSync(page, 'utf8').split('<script>')
  return parts.map(part => {
    const script = part.slice(0, part.indexOf('</script>'))
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  })
}
