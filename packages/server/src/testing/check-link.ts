import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Theirs } from './endpoint-call.ts'

/** A visitor's check, and a link to it called `check link`. */
export async function aCheckLink(
  app: FastifyInstance,
  names: Map<string, string>,
): Promise<Pick<Theirs, 'checkedAt' | 'checkToken'>> {
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
  const check = await post('/api/check', { domain_name: 'linked.example' })
  const { domain_name, finished_at } = check.json<{ domain_name: string; finished_at: string }>()
  const { url } = (await post('/api/check/links', { domain_name, finished_at })).json<{ url: string }>()
  const checkToken = url.slice(url.lastIndexOf('/') + 1)
  names.set(createHash('sha256').update(checkToken).digest('hex'), 'check link')
  return { checkedAt: finished_at, checkToken }
}
