import { parseAddress, validatingResolver } from '@waxseal/core/dns'
import { checkHost, lookupsMax, type SpfResult } from '@waxseal/core/spf'
import { normalizeName } from '../../domain-name.ts'
import type { Style } from '../../paint.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

export const spfCheckCommand = command({
  name: 'spf.check',
  summary: 'Evaluate SPF for the IP address, sender and HELO name of a message.',
  args: {
    ip: { kind: 'text', value: 'ADDRESS', about: 'The IPv4 or IPv6 address that sends the message.', required: true },
    sender: {
      kind: 'text',
      value: 'ADDRESS',
      about: 'The MAIL FROM address. Leave it empty for a bounce to check the HELO name.',
    },
    helo: { kind: 'text', value: 'NAME', about: 'The name that the sending server gives in HELO or EHLO.' },
    defaultExplanation: {
      kind: 'text',
      value: 'TEXT',
      about: 'The explanation of a fail if the domain publishes none.',
    },
    maxLookups: {
      kind: 'integer',
      value: 'N',
      min: 0,
      max: 100,
      about: 'The maximum number of terms that query DNS. Default: 10 (RFC 7208).',
    },
  },
  run: async (values, { withDns, signal, now }) => {
    const { ip, sender = '', helo = '', defaultExplanation, maxLookups = lookupsMax } = values
    if (parseAddress(ip) === null) throw new CommandError('usage', '"ip" must be an IPv4 or IPv6 address')
    if (sender === '' && helo === '') throw new CommandError('usage', '"sender" or "helo" is required')
    const query = { ip, sender: asciiSender(sender), helo: asciiName(helo), maxLookups, now: now() }
    const result = await withDns(values, dns =>
      checkHost(
        validatingResolver(dns.session(signal).resolver),
        { ...query, ...(defaultExplanation === undefined ? {} : { defaultExplanation }) },
        signal,
      ),
    )
    return {
      result,
      text: paint => {
        const { explanation, problem, lookups, voidLookups } = result
        return [
          paint(result.result, colours[result.result]),
          ...(explanation === null ? [] : [paint(explanation)]),
          ...(problem === null ? [] : [paint(problem)]),
          paint(`${lookups} of ${maxLookups} DNS lookups, ${voidLookups} void`, 'dim'),
          '',
        ].join('\n')
      },
      // A temperror means that there was no answer.
      exitCode: result.result === 'temperror' ? 1 : 0,
    }
  },
})

const colours: { readonly [R in SpfResult]: Style } = {
  pass: 'green',
  fail: 'red',
  softfail: 'yellow',
  neutral: 'yellow',
  none: 'dim',
  temperror: 'yellow',
  permerror: 'red',
}

/** SPF uses A-labels (RFC 8616 section 4). The check itself judges invalid names. */
function asciiName(name: string): string {
  return /^[\0-\x7f]*$/.test(name) ? name : (normalizeName(name) ?? name)
}

function asciiSender(sender: string): string {
  const at = sender.lastIndexOf('@')
  return sender.slice(0, at + 1) + asciiName(sender.slice(at + 1))
}
