import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleHeader } from '@waxseal/core/headers'
import { describe, expect, it } from 'vitest'
import { waxseal, waxsealWith } from '../../testing/terminal.ts'

const analysis = {
  from: '"Example News" <news@example.com>',
  to: 'Ada Lovelace <ada@mailbox.example>',
  subject: 'Your November summary',
  return_path: 'bounces+4711@news.example.com',
  message_id: '<20261124091333.4711@news.example.com>',
  sending_ip: '203.0.113.17',
  hops: 3,
  delivery_path: [
    { from: 'app2.sender.example', by: 'out17.sender.example', time: '2026-11-24T09:13:34.000Z', delay_seconds: null },
    { from: 'out17.sender.example', by: 'mx.mailbox.example', time: '2026-11-24T09:15:46.000Z', delay_seconds: 132 },
    { from: 'mx.mailbox.example', by: 'store3.mailbox.example', time: '2026-11-24T09:15:48.000Z', delay_seconds: 2 },
  ],
  authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
  threat_score: 0,
}

async function batch(...requests: object[]): Promise<unknown[]> {
  const { out } = await waxsealWith(requests.map(request => JSON.stringify(request)).join('\n'), 'batch')
  return out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as unknown)
}

const hop = (name: string, time: string) => `Received: from a.example by ${name}.example; Wed, ${time} +0000`

describe('headers analyze', () => {
  it('reads standard input, a file, or base64 in batch, with the same result', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waxseal-message-'))
    try {
      const file = join(folder, 'message.eml')
      await writeFile(file, sampleHeader)
      const fromInput = await waxsealWith(sampleHeader, 'headers', 'analyze', '--json')
      const fromFile = await waxseal('headers', 'analyze', file, '--json')
      expect(fromFile).toEqual(fromInput)
      expect(fromFile.code).toBe(0)
      expect(JSON.parse(fromFile.out)).toMatchObject(analysis)
      const rawBase64 = readFileSync(file).toString('base64')
      expect(await batch({ id: 1, cmd: 'headers.analyze', args: { rawBase64 } })).toMatchObject([
        { id: 1, ok: true, result: JSON.parse(fromFile.out) as object },
      ])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('shows people the path, the results and the score', async () => {
    const { out, code } = await waxsealWith(sampleHeader, 'headers', 'analyze')
    expect(code).toBe(0)
    for (const text of [
      'Sending IP',
      '203.0.113.17 (Authentication-Results, line 6)',
      'Delivery path: 3 hops',
      ', 02:12 minutes\n',
      '0 of 100',
    ])
      expect(out).toContain(text)
  })

  it('shows people a delay in words, and one before the hop that sent it as 0', async () => {
    const path = [hop('c', '25 Nov 2026 10:00:00'), hop('b', '26 Nov 2026 10:00:00'), hop('a', '25 Nov 2026 09:00:00')]
    const { out } = await waxsealWith(path.join('\n'), 'headers', 'analyze')
    expect(out).toContain('2026-11-26T10:00:00.000Z, 25 hours 0 minutes\n')
    expect(out).toContain('2026-11-25T10:00:00.000Z, 0 seconds (clock skew)\n')
  })

  it('refuses empty input, a missing file, and what is no base64', async () => {
    expect(await waxsealWith(' \n', 'headers', 'analyze')).toMatchObject({
      code: 2,
      err: 'waxseal: Please paste email headers\n',
    })
    expect(await waxseal('headers', 'analyze', 'no-such-file')).toMatchObject({
      code: 2,
      err: 'waxseal: "no-such-file" cannot be read: ENOENT\n',
    })
    expect(
      await batch(
        { id: 1, cmd: 'headers.analyze', args: { rawBase64: '***' } },
        { id: 2, cmd: 'headers.analyze', args: {} },
        { id: 3, cmd: 'headers.analyze', args: { rawBase64: 7 } },
      ),
    ).toMatchObject([1, 2, 3].map(() => ({ ok: false, error: { code: 'usage' } })))
  })

  it('takes 10 MB', async () => {
    const { code, out } = await waxsealWith(`Subject: ${'a'.repeat(10_000_000)}`, 'headers', 'analyze', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ hops: 0, sending_ip: null })
  })
})

describe('threat interpret', () => {
  const body = {
    data: {
      attributes: {
        last_analysis_results: {
          Kaspersky: { category: 'malicious', engine_name: 'Kaspersky', result: 'phishing' },
          Xcitium: { category: 'suspicious', engine_name: 'Xcitium', result: 'suspicious' },
        },
        last_analysis_stats: { harmless: 60, malicious: 1, suspicious: 1, undetected: 30, timeout: 0 },
        country: 'DE',
        as_owner: 'Example Net',
      },
    },
  }

  it('has the verdict, the counts and the vendors with their tiers', async () => {
    const [reply] = await batch({ id: 1, cmd: 'threat.interpret', args: { kind: 'ip', status: 200, body } })
    expect(reply).toEqual({
      id: 1,
      ok: true,
      result: {
        error: null,
        overall_verdict: 'malicious',
        counts: { malicious: 1, suspicious: 1, harmless: 60, undetected: 30, timeout: 0 },
        vendor_results: [
          { vendor: 'Kaspersky', category: 'malicious', tier: 1, tier_label: 'Trusted', detail: 'phishing' },
          { vendor: 'Xcitium', category: 'suspicious', tier: 3, tier_label: 'Lesser-Known', detail: 'suspicious' },
        ],
        smart_verdict: 'Act now: 2 of 62 engines with an opinion report something, among them Kaspersky.',
        country: 'DE',
        as_owner: 'Example Net',
      },
    })
  })

  it('has no smart verdict below Pro', async () => {
    const [reply] = await batch({ id: 1, cmd: 'threat.interpret', args: { kind: 'domain', tier: 'starter', body } })
    expect(reply).not.toHaveProperty('result.smart_verdict')
    expect(reply).toHaveProperty('result.overall_verdict', 'malicious')
  })

  it('names an error', async () => {
    const quota = { error: { code: 'QuotaExceededError', message: 'Quota exceeded' } }
    expect(
      await batch({ id: 1, cmd: 'threat.interpret', args: { kind: 'domain', status: 429, body: quota } }),
    ).toMatchObject([{ ok: true, result: { error: 'rate_limit_exceeded' } }])
    const { code, out } = await waxseal('threat', 'interpret', 'domain', '--status', '503', '--body', '{}')
    expect({ code, out }).toEqual({ code: 1, out: 'unavailable: status 503\n' })
  })

  it.each([
    ['a page of a proxy', ['--status', '502', '--body', '<html>Bad gateway</html>'], 'status 502'],
    ['no body', ['--status', '503'], 'status 503'],
    ['an empty body', ['--status', '500', '--body', ''], 'status 500'],
    ['text instead of a report', ['--body', 'OK'], 'the answer has no attributes'],
    ['no body instead of a report', ['--status', '200'], 'the answer has no attributes'],
  ])('takes %s for an answer that is unavailable', async (_what, args, reason) => {
    const { code, out, err } = await waxseal('threat', 'interpret', 'ip', ...args)
    expect({ code, out, err }).toEqual({ code: 1, out: `unavailable: ${reason}\n`, err: '' })
  })

  it('takes the same answers in batch, and still asks for an answer', async () => {
    const args: object[] = [{ status: 502, body: '<html>' }, { status: 503, body: null }, { body: null }, {}]
    const requests = args.map((each, id) => ({ id, cmd: 'threat.interpret', args: { kind: 'ip', ...each } }))
    const replies = (await batch(...requests)) as { id: number }[]
    expect(replies.toSorted((a, b) => a.id - b.id)).toMatchObject([
      { ok: true, result: { error: 'unavailable', reason: 'status 502' } },
      { ok: true, result: { error: 'unavailable', reason: 'status 503' } },
      { ok: true, result: { error: 'unavailable', reason: 'the answer has no attributes' } },
      { ok: false, error: { code: 'usage', message: '"body" is missing' } },
    ])
  })
})
