import { zoneResolver } from '@waxseal/core/dns'
import { expect, it } from 'vitest'
import { createHttpsGet } from './index.ts'
import { testAuthority } from './testing/certificates.ts'
import { httpsWorld } from './testing/https-world.ts'

const authority = testAuthority()
const name = 'bimi.example.com'
const { serverThat } = httpsWorld()

/** The status of a page that answers with this one and a location, whose page answers 200; and what was asked. */
async function outcome(status: number): Promise<[status: number | null, asked: string[]]> {
  const asked: string[] = []
  const port = await serverThat(authority.issue([name]), ({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(url === '/logo.svg' ? status : 200, { location: '/moved.svg' }).end()
  })
  const resolver = zoneResolver({ [name]: { A: ['127.0.0.1'] } })
  const get = createHttpsGet({ resolver, allowAddress: () => true, ca: authority.ca, port })
  const reply = await get(`https://${name}/logo.svg`, { maxBytes: 100, timeoutMs: 60_000, redirects: 1 })
  return [reply.status, asked]
}

it.each([301, 302, 303, 307, 308])('a location is followed with status %i', async status => {
  expect(await outcome(status)).toEqual([200, ['/logo.svg', '/moved.svg']])
})

it.each([200, 201, 300, 304, 305, 306, 400, 404, 503])('a location is not followed with status %i', async status => {
  expect(await outcome(status)).toEqual([status, ['/logo.svg']])
})
