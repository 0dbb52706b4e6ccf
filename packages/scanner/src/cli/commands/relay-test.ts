import { parseAddress, type Resolver } from '@waxseal/core/dns'
import { type MailHostReport, relayTargets, relayWords, untouched } from '@waxseal/core/relay'
import { invalidDomainMessage, normalizeName } from '../../domain-name.ts'
import type { Paint } from '../../paint.ts'
import { addressRules, testMailHost } from '../../smtp/index.ts'
import { CommandError } from '../arguments.ts'
import { type CommandContext, command } from '../command.ts'

const everything = ['0.0.0.0/0', '::/0']

export const relayTestCommand = command({
  name: 'relay.test',
  summary: 'Test whether a mail server is an open relay. Stops at RCPT and never sends a message.',
  args: {
    host: { kind: 'text', about: 'The name or IP address of the mail server.', required: true, positional: true },
    port: { kind: 'integer', value: 'PORT', min: 1, max: 65_535, about: 'The port. Default: 25.' },
    timeoutMs: {
      kind: 'integer',
      value: 'MS',
      min: 1,
      max: 300_000,
      about: 'Limit the whole test to this many milliseconds. Default: 30000.',
    },
    allowPrivate: { kind: 'flag', about: 'Also test private addresses and addresses of this machine.' },
  },
  run: async (values, context) => {
    const { port = 25, timeoutMs, allowPrivate = false } = values
    const literal = /^\[([0-9a-f:.]+)\]$/i.exec(values.host)?.[1] ?? values.host
    const address = parseAddress(literal)
    const host = address === null ? normalizeName(values.host) : literal
    if (host === null || (address === null && !isHostName(host))) throw new CommandError('domain', invalidDomainMessage)
    const addresses =
      address === null
        ? await context.withDns(values, dns => addressesOf(dns.session(context.signal).resolver, host))
        : [host]
    const report = await tested({ host, port, timeoutMs, allowPrivate }, addresses, context)
    const result = {
      is_open_relay: report.relay === 'unknown' ? null : report.relay !== 'closed',
      test_details: {
        host: report.host,
        address: report.address,
        port,
        tested_at: report.testedAt,
        reason: report.reason,
        greeting: report.greeting,
        starttls: report.starttls,
        tls: report.tls,
        transcript: report.transcript.lines,
      },
    }
    return {
      result,
      text: paint => reportLines(report, port, paint),
      exitCode: result.is_open_relay === null ? 1 : 0,
    }
  },
})

/** Whether a name may be a mail server's: only valid host labels, and a top-level domain that is no number. */
function isHostName(name: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)*$/.test(name) && !/(?:^|\.)\d+$/.test(name)
}

interface Wish {
  host: string
  port: number
  timeoutMs: number | undefined
  allowPrivate: boolean
}

async function tested(wish: Wish, addresses: readonly string[], context: CommandContext): Promise<MailHostReport> {
  const { host, port, timeoutMs, allowPrivate } = wish
  const [target] = relayTargets([{ host, addresses }])
  if (target === undefined) throw new CommandError('dns', `${host} has no address`)
  const rule = addressRules({ allowPrivate: allowPrivate ? everything : [] })
  for (const address of [target.address, ...addresses]) {
    const refusal = rule(address)
    if (refusal === null) continue
    return untouched(target, context.now(), {
      reason: `Not tested: ${address} ${refusal}. Use --allow-private to test it.`,
    })
  }
  const { report } = await testMailHost({
    host,
    address: target.address,
    port,
    now: context.now,
    signal: context.signal,
    limits: timeoutMs === undefined ? {} : limitsOf(timeoutMs),
  })
  return report
}

/** Each part may take as long as the whole test. */
function limitsOf(ms: number) {
  return { connectMs: ms, greetingMs: ms, replyMs: ms, tlsMs: ms, totalMs: ms }
}

/** IPv4 before IPv6. Rejects with a `CommandError` when DNS gives no answer. */
async function addressesOf(resolver: Resolver, host: string): Promise<readonly string[]> {
  const answers = await Promise.all([resolver.query(host, 'A'), resolver.query(host, 'AAAA')])
  const addresses = answers.flatMap(answer =>
    answer.kind === 'records' ? answer.records.map(record => record.address) : [],
  )
  for (const answer of answers) {
    if (addresses.length === 0 && answer.kind === 'failed')
      throw new CommandError('dns', `${host}: could not look up its addresses (${answer.reason})`)
  }
  return addresses
}

function reportLines({ host, address, relay, reason, transcript }: MailHostReport, port: number, paint: Paint): string {
  // This command tests once only; no second test follows six hours later.
  const verdict = relay === 'suspected' ? 'open relay (accepted an external recipient at RCPT)' : relayWords[relay]
  const color = relay === 'closed' ? 'green' : relay === 'unknown' ? 'yellow' : 'red'
  return [
    ...transcript.lines.map(line => paint(line, 'dim')),
    `${paint(`${host} [${address}]:${port}`)} ${paint(verdict, color)}`,
    paint(reason),
    '',
  ].join('\n')
}
