import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LoopbackServer } from '../../dns/testing/loopback-server.ts'
import { hostileUrls, hostileZone } from '../../https/testing/hostile-webhooks.ts'
import { waxseal, waxsealWith } from '../../testing/terminal.ts'
import { zoneServer } from '../../testing/zone-server.ts'

let server: LoopbackServer
beforeAll(async () => {
  server = await zoneServer({ ...hostileZone, 'silent.example': { fail: 'timeout' } })
})
afterAll(() => server.close())

function check(...args: string[]) {
  return waxseal('webhook', 'check', ...args, '--resolver', server.name)
}

it('accepts a webhook', async () => {
  const url = 'https://hooks.slack.com/services/T000/B000/XXXX'
  expect(await check('--kind', 'slack', url)).toEqual({ code: 0, out: 'Alerts may be sent there.\n', err: '' })
  expect(JSON.parse((await check('--kind', 'slack', url, '--json')).out)).toEqual({ ok: true, reason: null })
})

it('says why it refuses one', async () => {
  const url = 'https://tenant.webhook.office.com/webhookb2/1'
  const reason = 'This Microsoft 365 connector URL is retired. Create a Workflow in Teams and paste its URL.'
  expect(await check('--kind', 'teams', url)).toEqual({
    code: 0,
    out: `Alerts may not be sent there. ${reason}\n`,
    err: '',
  })
  expect(JSON.parse((await check('--kind', 'teams', url, '--json')).out)).toEqual({ ok: false, reason })
})

it('exits 1 when the lookup failed', async () => {
  const { code, out } = await check('https://silent.example/hook', '--json', '--dns-timeout', '100')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toEqual({
    ok: false,
    reason: 'The address of silent.example could not be looked up. Please try again later.',
  })
})

it('refuses every hostile URL in batch', async () => {
  const requests = hostileUrls.map(([, url], id) => ({
    id,
    cmd: 'webhook.check',
    args: { kind: 'generic', url, resolver: server.name },
  }))
  const { out } = await waxsealWith(requests.map(request => `${JSON.stringify(request)}\n`).join(''), 'batch')
  const replies = out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { ok: boolean; result?: { ok: boolean }; error?: { code: string } })
  expect(replies).toHaveLength(hostileUrls.length)
  expect(replies.filter(({ ok, result, error }) => (ok ? result?.ok !== false : error?.code !== 'usage'))).toEqual([])
})
