import type { ThreatTarget } from '@waxseal/core/threat'
import { describe, expect, it } from 'vitest'
import { key, Memory, virusTotalWorld } from '../testing/virustotal-world.ts'

const domain: ThreatTarget = { kind: 'domain', name: 'example.com' }
const world = virusTotalWorld()

/** The only opinion of an answer, and whether anything was kept. */
async function silenceOf(source = world.open()) {
  const { opinions, evidence } = await source.ask(domain)
  expect(opinions).toHaveLength(1)
  expect(opinions[0]).toMatchObject({ vendor: 'VirusTotal', says: 'unknown', evidence: [evidence[0]?.id] })
  expect(world.memory.stored.size).toBe(0)
  return { failure: opinions[0]?.failure, reason: opinions[0]?.reason }
}

describe('the quota of the key', () => {
  const usedUp = {
    failure: 'over-budget',
    reason: "could not be asked: the server's VirusTotal quota is used up",
  }

  it('that is used up leaves the request unsent', async () => {
    world.memory.free = 0
    expect(await silenceOf()).toEqual(usedUp)
    expect(world.server.requests).toEqual([])
  })

  it('too many requests pause all of them for a minute', async () => {
    world.server.next({ error: 'TooManyRequestsError' })
    expect(await silenceOf()).toEqual(usedUp)
    expect(world.memory.pauses).toEqual(['2026-11-25T10:01:00.000Z'])
  })

  it('a used-up quota pauses for a minute, and until the next UTC midnight when it was not that of the minute', async () => {
    const source = world.open()
    world.server.next({ error: 'QuotaExceededError' }, { error: 'QuotaExceededError' }, { error: 'QuotaExceededError' })
    expect(await silenceOf(source)).toEqual(usedUp)
    world.time = '2026-11-25T10:00:20.000Z'
    expect(await silenceOf(source)).toEqual(usedUp)
    world.time = '2026-11-25T10:01:05.000Z'
    expect(await silenceOf(source)).toEqual(usedUp)
    expect(world.memory.pauses).toEqual([
      '2026-11-25T10:01:00.000Z',
      '2026-11-25T10:01:00.000Z',
      '2026-11-26T00:00:00.000Z',
    ])
  })

  it.each([
    ['within two minutes after the pause is that of the day', '2026-11-25T10:02:59.999Z', '2026-11-26T00:00:00.000Z'],
    ['later starts with a minute again', '2026-11-25T10:03:00.000Z', '2026-11-25T10:04:00.000Z'],
    ['hours later starts with a minute again', '2026-11-25T15:00:00.000Z', '2026-11-25T15:01:00.000Z'],
  ])('a quota that is used up again %s', async (_, time, until) => {
    const source = world.open()
    world.server.next({ error: 'QuotaExceededError' }, { error: 'QuotaExceededError' })
    await source.ask(domain)
    world.time = time
    await source.ask(domain)
    expect(world.memory.pauses).toEqual(['2026-11-25T10:01:00.000Z', until])
  })

  it('a quota that is used up for the third time, after a late second one, is that of the day', async () => {
    const source = world.open()
    const times = ['2026-11-25T10:00:00.000Z', '2026-11-25T15:00:00.000Z', '2026-11-25T15:01:00.000Z']
    world.server.next(...times.map(() => ({ error: 'QuotaExceededError' }) as const))
    for (const time of times) {
      world.time = time
      await source.ask(domain)
    }
    expect(world.memory.pauses.at(-1)).toBe('2026-11-26T00:00:00.000Z')
  })

  it('an answer between two used-up quotas proves that it was the minute', async () => {
    const source = world.open()
    world.server.next({ error: 'QuotaExceededError' })
    await source.ask(domain)
    world.time = '2026-11-25T10:01:05.000Z'
    await source.ask(domain)
    world.server.next({ error: 'QuotaExceededError' })
    await source.ask({ kind: 'domain', name: 'other.example' })
    expect(world.memory.pauses).toEqual(['2026-11-25T10:01:00.000Z', '2026-11-25T10:02:05.000Z'])
  })
})

describe('the key', () => {
  it.each(['WrongCredentialsError', 'UserNotActiveError', 'ForbiddenError'] as const)(
    'that VirusTotal refuses with %s is a problem of the operator',
    async error => {
      world.server.next({ error })
      expect(await silenceOf()).toEqual({
        failure: 'refused',
        reason: "could not be asked: VirusTotal refuses the server's key",
      })
      expect(world.problems.map(({ message }) => message)).toEqual([
        `VirusTotal refuses the key: ${error} (status ${error === 'ForbiddenError' ? 403 : 401})`,
      ])
    },
  )

  it('appears nowhere, even when a server repeats it', async () => {
    const echo = `<p>x-apikey: ${key}</p>`
    world.server.next(
      { status: 502, contentType: 'text/plain', body: echo },
      { status: 401, body: JSON.stringify({ error: { code: key, message: echo } }) },
      { status: 302, body: echo, headers: { location: `https://www.virustotal.com/${key}` } },
    )
    const source = world.open()
    const answers = [
      await source.ask(domain),
      await source.ask(domain),
      await source.ask(domain),
      await source.ask(domain),
    ]
    const all = JSON.stringify([
      answers,
      [...world.memory.stored],
      world.problems.map(each => [String(each), each.cause]),
    ])
    expect(all).not.toContain(key)
    expect(world.server.requests).toHaveLength(4)
  })

  it('with characters that a header cannot have is refused at once, and not shown', () => {
    for (const wrong of ['', 'a key', 'key\r\nx: y', 'schlüssel']) {
      const opening = () => world.open({ key: wrong })
      expect(opening).toThrow(RangeError)
      expect(opening).toThrow('the VirusTotal key has characters that an HTTP header cannot have')
    }
  })
})

describe('what is no answer', () => {
  it.each([
    ['an error of the server', { error: 'TransientError' }, 'servfail', 'it answered with status 503'],
    ['a page', { status: 200, contentType: 'text/html', body: '<html>' }, 'malformed', 'its answer is not readable'],
    ['broken JSON', { status: 200, body: '{"data":' }, 'malformed', 'its answer is not readable'],
    ['JSON without a report', { status: 200, body: '[]' }, 'malformed', 'its answer is not readable'],
    ["a 404 that is not VirusTotal's", { status: 404, body: '{}' }, 'servfail', 'it answered with status 404'],
    [
      'a redirect',
      { status: 302, body: '{}', headers: { location: 'https://elsewhere.example/' } },
      'servfail',
      'it answered with status 302',
    ],
    [
      'more than 1 MB',
      { status: 200, body: `{"data":"${'x'.repeat(1_100_000)}"}` },
      'malformed',
      'its answer is not readable',
    ],
    ['deep nesting', { status: 200, body: '['.repeat(500_000) }, 'malformed', 'its answer is not readable'],
    [
      'a compressed answer',
      { status: 200, body: 'x', headers: { 'content-encoding': 'gzip' } },
      'malformed',
      'the server sent a compressed response that was not requested',
    ],
  ] as const)('%s is unknown, and not kept', async (_, instead, failure, reason) => {
    world.server.next(instead)
    expect(await silenceOf()).toEqual({ failure, reason: `could not be asked: ${reason}` })
  })

  it('a server with the wrong certificate is not asked', async () => {
    expect(await silenceOf(world.open({ ca: undefined }))).toMatchObject({ failure: 'malformed' })
    expect(world.server.requests).toEqual([])
  })

  it('deep nesting inside an answer is left out', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    world.server.next({
      status: 200,
      body: `{"data":{"attributes":{"categories":${deep},"last_analysis_results":${deep}}}}`,
    })
    expect((await world.open().ask(domain)).opinions).toMatchObject([{ says: 'none' }])
  })
})

describe('a memory that fails', () => {
  it('stops the request, because the quota is unknown', async () => {
    for (const call of ['recall', 'take'] as const) {
      const source = world.open({ memory: Object.assign(new Memory(), { [call]: broken }) })
      expect(await silenceOf(source)).toEqual({
        failure: 'internal',
        reason: 'could not be asked: an internal error stopped it',
      })
    }
    expect(world.server.requests).toEqual([])
    expect(world.problems.map(({ message }) => message)).toEqual(Array(2).fill('the memory of VirusTotal failed'))
  })

  it('takes no answer away', async () => {
    const { opinions } = await world.open({ memory: Object.assign(new Memory(), { keep: broken }) }).ask(domain)
    expect(opinions).toHaveLength(3)
    expect(world.problems).toHaveLength(1)
  })
})

function broken(): Promise<never> {
  return Promise.reject(new Error('the database is away'))
}
