import { normalizeDomain } from '../../domain-name.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

export const domainNormalize = command({
  name: 'domain.normalize',
  summary: 'Extract the domain name from a URL, an email address or an internationalized name.',
  args: { input: { kind: 'text', about: 'The text to read.', required: true, positional: true } },
  run: ({ input }) => {
    const domain = normalizeDomain(input)
    if (!domain.ok) return Promise.reject(new CommandError(domain.code, domain.message))
    return Promise.resolve({
      result: domain,
      text: paint => `${paint(domain.ascii)}${domain.unicode === domain.ascii ? '' : `  ${paint(domain.unicode)}`}\n`,
      exitCode: 0,
    })
  },
})
