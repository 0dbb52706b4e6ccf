import { zoneResolver } from '@waxseal/core/dns'
import { expect, it } from 'vitest'
import { createHttpsGet } from './index.ts'
import { testAuthority } from './testing/certificates.ts'
import { httpsWorld } from './testing/https-world.ts'

const authority = testAuthority()
const { serverThat } = httpsWorld()

it('another host does not get the header fields of a request after a redirect, and no evidence has them', async () => {
  const seen: unknown[] = []
  const port = await serverThat(authority.issue(['one.example', 'two.example']), ({ url, headers }, response) => {
    seen.push([`${headers.host}${url}`, headers['x-apikey'], headers['accept']])
    const location = url === '/' ? '/again' : 'https://two.example/end'
    response.writeHead(url === '/end' ? 200 : 302, { location }).end()
  })
  const resolver = zoneResolver({ 'one.example': { A: ['127.0.0.1'] }, 'two.example': { A: ['127.0.0.1'] } })
  const get = createHttpsGet({ resolver, allowAddress: () => true, ca: authority.ca, port })
  const headers = { 'x-apikey': 'secret' }
  const reply = await get('https://one.example/', { maxBytes: 1000, timeoutMs: 5000, redirects: 5, headers })
  expect(reply.status).toBe(200)
  expect(seen).toEqual([
    ['one.example/', 'secret', '*/*'],
    ['one.example/again', 'secret', '*/*'],
    ['two.example/end', undefined, '*/*'],
  ])
  expect(JSON.stringify(reply)).not.toContain('secret')
})

it('a request may say which type it accepts, and changes nothing that belongs to the connection', async () => {
  let seen: unknown
  const port = await serverThat(authority.issue(['one.example']), ({ headers }, response) => {
    seen = headers
    response.end()
  })
  const resolver = zoneResolver({ 'one.example': { A: ['127.0.0.1'] } })
  const get = createHttpsGet({ resolver, allowAddress: () => true, ca: authority.ca, port })
  const headers = {
    accept: 'application/json',
    host: 'two.example',
    connection: 'keep-alive',
    'accept-encoding': 'gzip',
  }
  await get('https://one.example/', { maxBytes: 1000, timeoutMs: 5000, redirects: 0, headers })
  expect(seen).toEqual({
    accept: 'application/json',
    'user-agent': 'Waxseal',
    host: 'one.example',
    connection: 'close',
    'accept-encoding': 'identity',
  })
})
