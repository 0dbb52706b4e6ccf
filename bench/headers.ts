/**
 * Reads the headers of the corpus: megabytes a second and hops a second, against mailparser and postal-mime, each with
 * mailauth's parser of Received fields, in the same run. Ours also reads dates, results and the sending address. It must
 * not be slower than mailparser. Then
 * hostile headers of 5 and 10 MB: the double size may cost 2.3 times as much.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseHeader } from '@waxseal/core/headers'
import { organizationalDomain } from '@waxseal/scanner'
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'
import { hostileHeaders } from '../packages/scanner/src/message/hostile.fixture.ts'
import { readHeader } from '../packages/scanner/src/message/read-header.ts'

// Not exported by its package: read by its path.
const { parseReceived } = createRequire(import.meta.url)('../node_modules/mailauth/lib/parse-received.js') as {
  parseReceived: (line: string) => unknown
}

const folder = new URL('../packages/core/fixtures/messages/', import.meta.url)
const messages = readdirSync(folder).flatMap(file =>
  file.endsWith('.eml') ? [readFileSync(new URL(file, folder))] : [],
)
const bytes = messages.reduce((sum, { length }) => sum + length, 0)
const hops = messages.reduce((sum, raw) => sum + parseHeader(readHeader(raw), organizationalDomain).path.length, 0)

const ours = (raw: Buffer) => parseHeader(readHeader(raw), organizationalDomain).path.length

async function byMailparser(raw: Buffer): Promise<number> {
  const { headerLines } = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true })
  return headerLines.filter(({ key }) => key === 'received').map(({ line }) => parseReceived(line)).length
}

async function byPostalMime(raw: Buffer): Promise<number> {
  const { headers } = await PostalMime.parse(raw)
  const received = headers.filter(({ key }) => key === 'received')
  return received.map(({ key, value }) => parseReceived(`${key}: ${value}`)).length
}

async function milliseconds(work: (raw: Buffer) => number | Promise<number>): Promise<number> {
  const began = performance.now()
  for (const raw of messages) await work(raw)
  return performance.now() - began
}

const parsers = { ours, 'mailparser + mailauth': byMailparser, 'postal-mime + mailauth': byPostalMime }
const best: Record<string, number> = {}
for (let round = 0; round < 12; round++) {
  for (const [name, work] of Object.entries(parsers)) {
    best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, await milliseconds(work))
  }
}
console.log(`${messages.length} headers, ${bytes} bytes, ${hops} hops; the best of 12 rounds`)
for (const [name, ms] of Object.entries(best)) {
  const rate = `${(bytes / ms / 1000).toFixed(1)} MB/s, ${Math.round((hops / ms) * 1000)} hops/s`
  console.log(`${name.padEnd(24)} ${ms.toFixed(1).padStart(7)} ms  ${rate}`)
}

let worst = { name: '', growth: 0, ms: 0 }
for (const [name, write] of Object.entries(hostileHeaders)) {
  const least = (raw: Buffer) => Math.min(...[1, 2, 3, 4, 5].map(() => timeOf(raw)))
  const half = least(Buffer.from(write(5_000_000)))
  const whole = least(Buffer.from(write(10_000_000)))
  const growth = whole / half
  console.log(
    `${name.padEnd(32)} 5 MB ${half.toFixed(0).padStart(5)} ms, 10 MB ${whole.toFixed(0).padStart(5)} ms, ${growth.toFixed(2)} times`,
  )
  if (growth > worst.growth) worst = { name, growth, ms: whole }
}

function timeOf(raw: Buffer): number {
  const began = performance.now()
  ours(raw)
  return performance.now() - began
}

const own = best['ours'] ?? 0
const ratios = Object.entries(best).flatMap(([name, ms]) =>
  name === 'ours' ? [] : [`${(ms / own).toFixed(1)} times as fast as ${name}`],
)
console.log(`ours is ${ratios.join(', ')}; the worst growth is ${worst.growth.toFixed(2)} (${worst.name})`)
process.exitCode = (best['mailparser + mailauth'] ?? 0) >= own && worst.growth <= 2.3 ? 0 : 1
