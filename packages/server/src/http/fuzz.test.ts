import { PassThrough } from 'node:stream'
import { endpoints } from '@waxseal/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLog } from '../cli/log.ts'
import { type Matrix, openMatrix } from '../testing/endpoint-matrix.ts'
import { fuzzed, randomFrom } from '../testing/fuzzed-request.ts'
import { isLong } from '../testing/long.ts'
import { onTheStore } from '../testing/store.ts'

/** Of each call; `npm test` makes 200 requests in all. */
const rounds = isLong ? 200 : 200 / endpoints.length
const seed = Number(process.env['FUZZ_SEED'] ?? '20261128')

/** What only our inside knows: places in our code, statements, the words of the database and of libraries. */
const inside = /\n\s+at |node_modules|\/src\/|\bselect\b.+\bfrom\b|Failed query|violates|FST_ERR|ECONN/

onTheStore('requests with one thing wrong', kind => {
  let matrix: Matrix
  const output = Object.assign(new PassThrough(), { isTTY: false })
  beforeAll(async () => {
    matrix = await openMatrix(kind, openLog({ logLevel: 'info' }, output as unknown as NodeJS.WriteStream))
  })
  afterAll(() => matrix.close())

  it(
    'to every call are answered: never as a bug, with 503 only when it says how long to wait, and in one short line of log',
    async () => {
      const random = randomFrom(seed)
      const wrong: unknown[] = []
      for (let n = 0; n < Math.round(rounds * endpoints.length); n++) {
        const endpoint = endpoints[n % endpoints.length]
        if (endpoint === undefined) throw new Error('the contract has no calls')
        await matrix.asking(endpoint, async ({ request }) => {
          const sent = fuzzed(request, random)
          output.read()
          const answer = await matrix.as(sent, random() < 0.9 ? matrix.owner.token : null)
          const lines = String(output.read() ?? '')
            .split('\n')
            .filter(line => line.includes('"request_id"'))
          const problems = [
            answer.statusCode === 500 && 'a bug',
            answer.statusCode === 503 && answer.headers['retry-after'] === undefined && 'no time to wait',
            answer.headers['permissions-policy'] === undefined && 'no headers',
            answer.statusCode >= 400 && inside.test(answer.body) && 'tells of our inside',
            lines.length > 1 && 'several lines of log',
            lines.some(line => Buffer.byteLength(line) >= 1_024) && 'a long line of log',
          ].filter(Boolean)
          if (problems.length > 0) {
            const { method, url, payload, headers } = sent
            wrong.push({
              problems,
              n,
              method,
              url: url.slice(0, 200),
              headers,
              payload: JSON.stringify(payload)?.slice(0, 300),
              lines,
            })
          }
        })
      }
      expect(wrong).toEqual([])
    },
    isLong ? 3_600_000 : 60_000,
  )
})
